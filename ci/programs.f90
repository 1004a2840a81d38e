program f
use mpi
implicit none
integer :: r, n, i, e
integer :: x(4)
real(8) :: s, t
integer :: q
call MPI_Init(e)
call MPI_Comm_rank(MPI_COMM_WORLD, r, e)
call MPI_Comm_size(MPI_COMM_WORLD, n, e)
x = 0
if (r == 0) x = [1,2,3,4]
call MPI_Bcast(x, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, e)
if (any(x /= [1,2,3,4])) print *, 'wrong bcast'
s = r + 1
call MPI_Allreduce(MPI_IN_PLACE, s, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, e)
if (abs(s - n*(n+1)/2) > 1d-12) print *, 'wrong allreduce', s
x = 0
if (r == 0) x = [5,6,7,8]
call MPI_Ibcast(x, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, q, e)
call MPI_Wait(q, MPI_STATUS_IGNORE, e)
if (any(x /= [5,6,7,8])) print *, 'wrong ibcast'
call MPI_Barrier(MPI_COMM_WORLD, e)
if (r == 0) print *, 'done'
call MPI_Finalize(e)
end program
