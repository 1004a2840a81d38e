! Tests collectives from Fortran, blocking and non-blocking, through the module mpi or mpi_f08.
program collectives
#ifdef WITH_MPI_F08
  use mpi_f08
#else
  use mpi
#endif
  implicit none
  integer, parameter :: count = 1000
  integer :: rank, ranks, i, error
  integer :: numbers(count), expected(count)
  integer, allocatable :: mine(:), all_of_them(:)
  double precision :: total
#ifdef WITH_MPI_F08
  type(MPI_Request) :: request
#else
  integer :: request
#endif

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  expected = [(i, i = 1, count)]
  allocate (mine(ranks), all_of_them(ranks))

  numbers = merge(expected, 0, rank == 0)
  call MPI_Bcast(numbers, count, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  call expect(all(numbers == expected), 'bcast')

  total = rank + 1
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  call expect(abs(total - ranks * (ranks + 1) / 2) < 1d-12, 'allreduce in place')

  mine = rank
  call MPI_Alltoall(mine, 1, MPI_INTEGER, all_of_them, 1, MPI_INTEGER, MPI_COMM_WORLD, error)
  call expect(all(all_of_them == [(i, i = 0, ranks - 1)]), 'alltoall')

  all_of_them = -1
  call MPI_Gather(rank, 1, MPI_INTEGER, all_of_them, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  call expect(rank /= 0 .or. all(all_of_them == [(i, i = 0, ranks - 1)]), 'gather')

  numbers = merge(expected, 0, rank == ranks - 1)
  call MPI_Ibcast(numbers, count, MPI_INTEGER, ranks - 1, MPI_COMM_WORLD, request, error)
  call MPI_Wait(request, MPI_STATUS_IGNORE, error)
  call expect(all(numbers == expected), 'ibcast')

  call MPI_Barrier(MPI_COMM_WORLD, error)
  if (rank == 0) print '(a)', 'all as expected'
  call MPI_Finalize(error)

contains

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    print '(3a,i0)', 'wrong: ', what, ' at rank ', rank
    call MPI_Abort(MPI_COMM_WORLD, 1, error)
  end subroutine
end program
