! Passes what a collective has just received to MPI again, and computes with it, by either Fortran
! interface. One rank is late: at the others the data may be in flight after the call.
#ifdef WITH_MPI_F08
#define HANDLE(kind) type(kind)
#else
#define HANDLE(kind) integer
#endif
program overlap_tests
#ifdef WITH_MPI_F08
  use mpi_f08
#else
  use mpi
#endif
  implicit none
  integer, parameter :: count = 131072, tag = 7, late_tag = 8
  double precision, parameter :: late_seconds = 0.05d0
  character(20) :: way = 'start'
  integer :: rank, ranks, next, previous, all_of_them, round, i, error
  integer, allocatable :: send(:, :), receive(:, :), passed(:, :), message(:)
  HANDLE(MPI_Request) :: held_up

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  next = modulo(rank + 1, ranks)
  previous = modulo(rank - 1, ranks)
  all_of_them = count * ranks
  allocate (send(count, 0:ranks - 1), receive(count, 0:ranks - 1), passed(count, 0:ranks - 1))
  allocate (message(2 * count))

  do round = 0, 1
    call compute()
    call broadcast()
    call send_at_once()
    call send_synchronously()
    call start_sending()
    call send_persistently()
    call send_and_receive()
    call replace()
    call receive_over()
    call pack()
    call reduce()
    call reduce_locally()
#ifdef WITH_PERSISTENT_COLLECTIVES
    call scan_persistently()
#endif
    call exchange_with_neighbors()
    call put()
    call read_through_window()
    call write_to_file()
  end do
  if (rank == 0) print '(a)', 'fortran: ok'
  deallocate (send, receive, passed, message)
  call MPI_Finalize(error)

contains

  integer function word(sender, receiver, i)
    integer, intent(in) :: sender, receiver, i
    word = ((round * 8 + sender) * 8 + receiver) * 1000003 + i
  end function

  ! Delays the late rank until the others, whatever they do by then, have received a message from
  ! it.
  subroutine be_late()
    integer :: late, to
    double precision :: begun
    late = modulo(round, ranks)
    held_up = MPI_REQUEST_NULL
    if (rank /= late) then
      call MPI_Irecv(message, 2 * count, MPI_INTEGER, late, late_tag, MPI_COMM_WORLD, held_up, &
                     error)
    end if
    call MPI_Barrier(MPI_COMM_WORLD, error)
    begun = MPI_Wtime()
    do while (rank == late .and. MPI_Wtime() < begun + late_seconds)
    end do
    do to = 0, ranks - 1
      if (rank /= late .or. to == late) cycle
      call MPI_Ssend(message, 2 * count, MPI_INTEGER, to, late_tag, MPI_COMM_WORLD, error)
    end do
  end subroutine

  subroutine exchange(name)
    character(*), intent(in) :: name
    integer :: to
    way = name
    receive = -1
    do to = 0, ranks - 1
      send(:, to) = [(word(rank, to, i), i = 1, count)]
    end do
    call be_late()
    call MPI_Alltoall(send, count, MPI_INTEGER, receive, count, MPI_INTEGER, MPI_COMM_WORLD, error)
  end subroutine

  subroutine expect(holds)
    logical, intent(in) :: holds
    call MPI_Wait(held_up, MPI_STATUS_IGNORE, error)
    if (holds) return
    print '(3a,i0)', 'wrong: ', way, ' at rank ', rank
    call MPI_Abort(MPI_COMM_WORLD, 1, error)
  end subroutine

  logical function is_of(data, receiver)
    integer, intent(in) :: data(count, 0:ranks - 1), receiver
    integer :: from
    is_of = .true.
    do from = 0, ranks - 1
      do i = 1, count
        is_of = is_of .and. data(i, from) == word(from, receiver, i)
      end do
    end do
  end function

  ! Checks that what the previous rank received has arrived here.
  subroutine expect_passed()
    call expect(is_of(passed, previous))
    call expect(is_of(receive, rank))
  end subroutine

  subroutine start_receiving(request)
    HANDLE(MPI_Request), intent(out) :: request
    call MPI_Irecv(passed, all_of_them, MPI_INTEGER, previous, tag, MPI_COMM_WORLD, request, error)
  end subroutine

  subroutine compute()
    call exchange('compute')
    call expect(is_of(receive, rank))
  end subroutine

  subroutine broadcast()
    HANDLE(MPI_Request) :: request
    way = 'broadcast'
    passed = -1
    receive = merge(word(0, 0, 0), -1, rank == modulo(round, ranks))
    call start_receiving(request)
    call be_late()
    call MPI_Bcast(receive, all_of_them, MPI_INTEGER, modulo(round, ranks), MPI_COMM_WORLD, error)
    call MPI_Send(receive, all_of_them, MPI_INTEGER, next, tag, MPI_COMM_WORLD, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call expect(all(passed == word(0, 0, 0)) .and. all(receive == word(0, 0, 0)))
  end subroutine

  subroutine send_at_once()
    HANDLE(MPI_Request) :: request
    call start_receiving(request)
    call exchange('send')
    call MPI_Send(receive, all_of_them, MPI_INTEGER, next, tag, MPI_COMM_WORLD, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call expect_passed()
  end subroutine

  subroutine send_synchronously()
    HANDLE(MPI_Request) :: request
    call start_receiving(request)
    call exchange('ssend')
    call MPI_Ssend(receive, all_of_them, MPI_INTEGER, next, tag, MPI_COMM_WORLD, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call expect_passed()
  end subroutine

  subroutine start_sending()
    HANDLE(MPI_Request) :: requests(2)
    call start_receiving(requests(1))
    call exchange('isend')
    call MPI_Isend(receive, all_of_them, MPI_INTEGER, next, tag, MPI_COMM_WORLD, requests(2), error)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
    call expect_passed()
  end subroutine

  subroutine send_persistently()
    HANDLE(MPI_Request) :: request, sending
    call start_receiving(request)
    call exchange('start')
    call MPI_Send_init(receive, all_of_them, MPI_INTEGER, next, tag, MPI_COMM_WORLD, sending, error)
    call MPI_Start(sending, error)
    call MPI_Wait(sending, MPI_STATUS_IGNORE, error)
    call MPI_Request_free(sending, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call expect_passed()
  end subroutine

  subroutine send_and_receive()
    call exchange('sendrecv')
    call MPI_Sendrecv(receive, all_of_them, MPI_INTEGER, next, tag, passed, all_of_them, &
                      MPI_INTEGER, previous, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call expect_passed()
  end subroutine

  subroutine replace()
    call exchange('sendrecv_replace')
    call MPI_Sendrecv_replace(receive, all_of_them, MPI_INTEGER, next, tag, previous, tag, &
                              MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call expect(is_of(receive, previous))
  end subroutine

  ! Receives a message that replaces the collective's data.
  subroutine receive_over()
    HANDLE(MPI_Request) :: request
    passed = rank
    call exchange('recv')
    call MPI_Isend(passed, all_of_them, MPI_INTEGER, next, tag, MPI_COMM_WORLD, request, error)
    call MPI_Recv(receive, all_of_them, MPI_INTEGER, previous, tag, MPI_COMM_WORLD, &
                  MPI_STATUS_IGNORE, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call MPI_Barrier(MPI_COMM_WORLD, error)
    call expect(all(receive == previous))
  end subroutine

  subroutine pack()
    integer :: packed(2 * count * ranks), at
    call exchange('pack')
    at = 0
    call MPI_Pack(receive, all_of_them, MPI_INTEGER, packed, 8 * all_of_them, at, &
                  MPI_COMM_WORLD, error)
    at = 0
    call MPI_Unpack(packed, 8 * all_of_them, at, passed, all_of_them, MPI_INTEGER, &
                    MPI_COMM_WORLD, error)
    call expect(is_of(passed, rank))
  end subroutine

  subroutine reduce()
    call exchange('allreduce')
    call MPI_Allreduce(receive, passed, all_of_them, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, error)
    call expect(is_of(passed, ranks - 1))
    call expect(is_of(receive, rank))
  end subroutine

  subroutine reduce_locally()
    passed = 0
    call exchange('reduce_local')
    call MPI_Reduce_local(receive, passed, all_of_them, MPI_INTEGER, MPI_SUM, error)
    call expect(is_of(passed, rank))
  end subroutine

#ifdef WITH_PERSISTENT_COLLECTIVES
  ! Starts two calls again and again, in another order at each rank.
  subroutine scan_persistently()
    HANDLE(MPI_Request) :: requests(2)
    integer :: again
    way = 'scan_persistently'
    do i = 1, 2
      call MPI_Scan_init(message(i), message(i + 2), 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, &
                         MPI_INFO_NULL, requests(i), error)
    end do
    do again = 1, 3
      message(1:2) = [rank + again, rank - again]
      if (modulo(rank, 2) == 0) then
        call MPI_Startall(2, requests, error)
      else
        call MPI_Start(requests(2), error)
        call MPI_Start(requests(1), error)
      end if
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
      call expect(message(3) == (rank + 1) * (rank + 2 * again) / 2 .and. &
                  message(4) == (rank + 1) * (rank - 2 * again) / 2)
    end do
    do i = 1, 2
      call MPI_Request_free(requests(i), error)
    end do
  end subroutine
#endif

  subroutine exchange_with_neighbors()
    HANDLE(MPI_Comm) :: ring
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [previous], [1], 1, [next], [1], &
                                        MPI_INFO_NULL, .false., ring, error)
    call exchange('neighbor_alltoallv')
    call MPI_Neighbor_alltoallv(receive, [all_of_them], [0], MPI_INTEGER, passed, [all_of_them], &
                                [0], MPI_INTEGER, ring, error)
    call expect_passed()
    call MPI_Comm_free(ring, error)
  end subroutine

  subroutine make_window(memory, window)
    integer, intent(in) :: memory(count, 0:ranks - 1)
    HANDLE(MPI_Win), intent(out) :: window
    call MPI_Win_create(memory, int(all_of_them, MPI_ADDRESS_KIND) * 4, 4, MPI_INFO_NULL, &
                        MPI_COMM_WORLD, window, error)
  end subroutine

  subroutine put()
    HANDLE(MPI_Win) :: window
    call make_window(passed, window)
    call exchange('put')
    call MPI_Win_lock(MPI_LOCK_SHARED, next, 0, window, error)
    call MPI_Put(receive, all_of_them, MPI_INTEGER, next, 0_MPI_ADDRESS_KIND, all_of_them, &
                 MPI_INTEGER, window, error)
    call MPI_Win_unlock(next, window, error)
    call MPI_Win_free(window, error)
    call expect_passed()
  end subroutine

  ! Reads what the previous rank received, after the collective has returned there.
  subroutine read_through_window()
    HANDLE(MPI_Win) :: window
    call make_window(receive, window)
    call exchange('get')
    call MPI_Sendrecv(send, 1, MPI_INTEGER, next, tag, passed, 1, MPI_INTEGER, previous, tag, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call MPI_Win_lock(MPI_LOCK_SHARED, previous, 0, window, error)
    call MPI_Get(passed, all_of_them, MPI_INTEGER, previous, 0_MPI_ADDRESS_KIND, all_of_them, &
                 MPI_INTEGER, window, error)
    call MPI_Win_unlock(previous, window, error)
    call MPI_Win_free(window, error)
    call expect_passed()
  end subroutine

  subroutine write_to_file()
    HANDLE(MPI_File) :: file
    character(40) :: name
    integer(MPI_OFFSET_KIND), parameter :: start = 0
    call exchange('file_write_at')
    write (name, '(a,i0)') 'received.', rank
    call MPI_File_open(MPI_COMM_SELF, name, &
                       MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &
                       file, error)
    call MPI_File_write_at(file, start, receive, all_of_them, MPI_INTEGER, MPI_STATUS_IGNORE, error)
    call MPI_File_read_at(file, start, passed, all_of_them, MPI_INTEGER, MPI_STATUS_IGNORE, error)
    call MPI_File_close(file, error)
    call expect(is_of(passed, rank))
  end subroutine
end program
