// Cases in which the program ends without MPI_Finalize while data are in flight. How a launcher
// reports that is up to the launcher: it has to be the same as without tutti, and soon.
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

/// Returns an exchange that is never freed: the code that ends the program still uses it.
static const Exchange& lasting_exchange(int round) { return *new Exchange(kLargeBlock, round); }

/// Ends each rank directly after the exchange, while the late rank still has to get the data of the
/// others.
template <class Leave>
static void leave_all(int round, const Leave& leave) {
  lasting_exchange(round);
  leave();
}

/// Ends all ranks but the late one, which waits for the data of ranks that are gone. A rank may learn
/// that others are gone, and abort, before the launcher kills it, or before it ends itself. To the
/// launcher both shall be the same.
template <class Die>
static void die_before(int round, const Die& die) {
  std::signal(SIGABRT, [](int) { std::raise(SIGKILL); });
  const Exchange& exchange = lasting_exchange(round);
  const rlimit no_core{};
  setrlimit(RLIMIT_CORE, &no_core);
  if (rank() != late_rank(round)) die();
  exchange.check();
  MPI_Barrier(MPI_COMM_WORLD);
}

static void exit_well(int round) {
  leave_all(round, [] { std::exit(EXIT_SUCCESS); });
}

static void exit_at_once(int round) {
  leave_all(round, [] { std::_Exit(EXIT_SUCCESS); });
}

static void exit_quickly(int round) {
  leave_all(round, [] { std::quick_exit(EXIT_SUCCESS); });
}

/// Exits in a signal handler, wherever the program is at that time, also in the allocator.
static void exit_in_handler(int round) {
  std::signal(SIGALRM, [](int) { std::_Exit(EXIT_SUCCESS); });
  leave_all(round, [] {
    constexpr itimerval soon{.it_interval = {}, .it_value = {.tv_sec = 0, .tv_usec = 2000}};
    setitimer(ITIMER_REAL, &soon, nullptr);
    for (;;) {
      void* volatile memory = std::malloc(kLargeBlock);
      std::free(memory);
    }
  });
}

static void abort_mpi(int round) {
  die_before(round, [] { MPI_Abort(MPI_COMM_WORLD, 5); });
}

static void abort_program(int round) {
  die_before(round, [] {
    std::signal(SIGABRT, SIG_DFL);
    std::raise(SIGABRT);
  });
}

/// Ends by a fault of the program's own.
static void store_nowhere(int round) {
  die_before(round, [] {
    volatile std::byte* volatile nowhere = nullptr;
    *nowhere = std::byte{1};
  });
}

std::span<const TestCase> abrupt_ending_cases() {
  static constexpr TestCase test_cases[] = {
      {"exited_well", exit_well, End::abrupt},
      {"exited_at_once", exit_at_once, End::abrupt},
      {"exited_quickly", exit_quickly, End::abrupt},
      {"exited_in_handler", exit_in_handler, End::abrupt},
      {"aborted_by_mpi", abort_mpi, End::abrupt},
      {"aborted_by_signal", abort_program, End::abrupt},
      {"stored_nowhere", store_nowhere, End::abrupt},
  };
  return test_cases;
}

}  // namespace overlap_tests
