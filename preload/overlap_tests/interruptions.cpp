// Cases in which functions of the program run while the library works, and read what was received:
// signal handlers, and operations of reductions.
#include <sys/time.h>
#include <unistd.h>

#include <csignal>

#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static const Exchange* seen = nullptr;
static volatile std::sig_atomic_t looks = 0, saw_wrong = 0;

static void look() {
  if (first_wrong_from_all(seen->receive, rank(), seen->round)) saw_wrong = 1;
  looks = looks + 1;
}

static void begin_to_look(const Exchange& exchange) {
  seen = &exchange;
  looks = 0;
  saw_wrong = 0;
}

static volatile std::sig_atomic_t ran_elsewhere = 0;

/// Checks also that handlers of a program with one thread run in that thread.
static void look_in_handler(int) {
  if (gettid() != getpid()) ran_elsewhere = 1;
  look();
}

static void demand_look(const Exchange& exchange) {
  while (looks == 0) exchange.check();
  require(!saw_wrong, "the handler sees wrong data");
  require(!ran_elsewhere, "the handler runs in a thread that the program does not know");
}

/// Requests one SIGALRM after so many microseconds.
static void interrupt_soon(int microseconds) {
  itimerval soon{};
  soon.it_value.tv_usec = microseconds;
  setitimer(ITIMER_REAL, &soon, nullptr);
}

/// Reads in a handler within the next collective. Both that and the data that are read wait for the
/// late rank. At which point the signal arrives is random.
static void read_in_handler_within_collective(int round) {
  const auto before = std::signal(SIGALRM, look_in_handler);
  for (int i = 0; i < 20; ++i) {
    const int first_round = round + 2 * i * ranks();
    const Exchange exchange(kBlock, first_round);
    begin_to_look(exchange);
    interrupt_soon(500 + 100 * i);
    const Exchange another(kBlock, first_round + ranks());
    another.check();
    demand_look(exchange);
  }
  std::signal(SIGALRM, before);
}

/// Reads in a handler within the next call, in which the library may be freeing what the last one
/// used.
static void read_in_handler_at_next_call(int round) {
  const auto before = std::signal(SIGALRM, look_in_handler);
  const Buffer send(world_bytes(kKiB));
  Buffer receive(send.size());
  for (int i = 0; i < 50; ++i) {
    const Exchange exchange(kBlock, round);
    begin_to_look(exchange);
    interrupt_soon(1 + i % 25);
    MPI_Alltoall(send.data(), kKiB, MPI_BYTE, receive.data(), kKiB, MPI_BYTE, MPI_COMM_WORLD);
    demand_look(exchange);
  }
  std::signal(SIGALRM, before);
}

static void add_and_look(void* in, void* result, int* length, MPI_Datatype*) {
  if (seen) look();
  for (int i = 0; i < *length; ++i) static_cast<int*>(result)[i] += static_cast<int*>(in)[i];
}

/// An operation, and a communicator whose collectives do not wait for those of another one.
struct AddAndLook {
  AddAndLook() {
    MPI_Op_create(add_and_look, 1, &op);
    MPI_Comm_dup(MPI_COMM_WORLD, &communicator);
  }
  ~AddAndLook() {
    MPI_Comm_free(&communicator);
    MPI_Op_free(&op);
  }
  AddAndLook(const AddAndLook&) = delete;
  AddAndLook& operator=(const AddAndLook&) = delete;

  MPI_Op op = MPI_OP_NULL;
  MPI_Comm communicator = MPI_COMM_NULL;
};

static void demand_sum(int sum) {
  seen = nullptr;
  require(sum == ranks() * (ranks() + 1) / 2, "the sum is wrong");
  require(!saw_wrong, "the operation sees wrong data");
}

/// Reads in an operation: two ranks combine their values while the last one is late, from which
/// they receive what they read.
static void read_in_operation(int round) {
  const AddAndLook add;
  const Exchange exchange(kBlock, round + ranks() - 1);
  begin_to_look(exchange);
  const int own = rank() + 1;
  int sum = 0;
  MPI_Allreduce(&own, &sum, 1, MPI_INT, add.op, add.communicator);
  demand_sum(sum);
}

/// Starts a reduction, then an exchange. The operation is called once the late rank has started,
/// too: the other ranks have received something by then.
static void receive_behind_start(const AddAndLook& add, int round) {
  const int own = rank() + 1;
  int sum = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  be_late(round);
  MPI_Iallreduce(&own, &sum, 1, MPI_INT, add.op, add.communicator, &request);
  const Exchange exchange(kBlock, round);
  begin_to_look(exchange);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  exchange.check();
  demand_sum(sum);
}

static void read_in_started_operation(int round) {
  const AddAndLook add;
  for (int late = 0; late < ranks(); ++late) receive_behind_start(add, round * ranks() + late);
}

std::span<const TestCase> interruption_cases() {
  static constexpr TestCase test_cases[] = {
      {"read_in_handler_within_collective", read_in_handler_within_collective},
      {"read_in_handler_at_next_call", read_in_handler_at_next_call},
      {"read_in_operation", read_in_operation},
      {"read_in_started_operation", read_in_started_operation},
  };
  return test_cases;
}

}  // namespace overlap_tests
