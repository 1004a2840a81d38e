// Cases in which the receive buffer is transferred through a window directly after the collective,
// or is the window's own memory.
#include "preload/overlap_tests/late_message.hpp"
#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static constexpr int kTag = 11;

/// A window of memory that all ranks can access.
class Window {
 public:
  explicit Window(Bytes memory) {
    MPI_Win_create(memory.data(), static_cast<MPI_Aint>(memory.size()), 1, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &handle_);
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  ~Window() { MPI_Win_free(&handle_); }

  MPI_Win handle() const { return handle_; }

 private:
  MPI_Win handle_ = MPI_WIN_NULL;
};

/// Calls put(), which has to bring what was received into the next rank's window; requires that
/// this rank's window then holds what the previous rank received.
template <class Put>
static void put_around(int round, const Put& put) {
  Buffer passed(world_bytes(kBlock));
  {
    const Window window(passed);
    const LateMessageExchange held_up(round);
    MPI_Win_lock(MPI_LOCK_SHARED, next(), 0, window.handle());
    put(ConstBytes(held_up.receive), window.handle());
    MPI_Win_unlock(next(), window.handle());
    MPI_Barrier(MPI_COMM_WORLD);
    check_from_all(held_up.receive, round);
  }
  demand(first_wrong_from_all(passed, previous(), round));
}

static void put(int round) {
  put_around(round, [](ConstBytes data, MPI_Win window) {
    MPI_Put(data.data(), count_of(data), MPI_BYTE, next(), 0, count_of(data), MPI_BYTE, window);
  });
}

static void put_with_request(int round) {
  put_around(round, [](ConstBytes data, MPI_Win window) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Rput(data.data(), count_of(data), MPI_BYTE, next(), 0, count_of(data), MPI_BYTE, window,
             &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
}

static void accumulate_with_request(int round) {
  put_around(round, [](ConstBytes data, MPI_Win window) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Raccumulate(data.data(), count_of(data), MPI_BYTE, next(), 0, count_of(data), MPI_BYTE,
                    MPI_REPLACE, window, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
}

/// Reads what the next rank received, once the collective has returned there, while that rank
/// computes.
static void read_by_other(Bytes receive, MPI_Win window, MPI_Aint address, int round) {
  Buffer send(receive.size()), got(receive.size());
  fill_for_all(send, round);
  const LateMessage late_message(round);
  late_alltoall(send.data(), receive.data(), kBlock, round);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Isend(nullptr, 0, MPI_BYTE, previous(), kTag, MPI_COMM_WORLD, &request);
  MPI_Recv(nullptr, 0, MPI_BYTE, next(), kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_lock(MPI_LOCK_SHARED, next(), 0, window);
  MPI_Get(got.data(), count_of(got), MPI_BYTE, next(), address, count_of(got), MPI_BYTE, window);
  MPI_Win_unlock(next(), window);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  demand(first_wrong_from_all(got, next(), round));
  check_from_all(receive, round);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void read_through_window(int round) {
  const Mapping memory(world_bytes(kBlock));
  const Window window(memory.bytes());
  read_by_other(memory.bytes(), window.handle(), 0, round);
}

static MPI_Aint address_at_next(const void* own) {
  MPI_Aint mine = 0, theirs = 0;
  MPI_Get_address(own, &mine);
  MPI_Sendrecv(&mine, 1, MPI_AINT, previous(), kTag, &theirs, 1, MPI_AINT, next(), kTag,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return theirs;
}

static void read_through_attached_memory(int round) {
  const Mapping memory(world_bytes(kBlock));
  const Bytes receive = memory.bytes();
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_attach(window, receive.data(), static_cast<MPI_Aint>(receive.size()));
  read_by_other(receive, window, address_at_next(receive.data()), round);
  MPI_Win_detach(window, receive.data());
  MPI_Win_free(&window);
}

std::span<const TestCase> window_cases() {
  static constexpr TestCase test_cases[] = {
      {"put_at_once", put},
      {"put_with_request", put_with_request},
      {"accumulated_with_request", accumulate_with_request},
      {"read_through_window", read_through_window},
      {"read_through_attached_memory", read_through_attached_memory},
  };
  return test_cases;
}

}  // namespace overlap_tests
