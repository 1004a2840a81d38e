// Cases in which the program finalizes MPI, or ends, while data are in flight.
#include <cstdlib>

#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

/// Round of all these cases: rank 0 is late, and the others wait for it.
static constexpr int kRound = 0;

static void finalize(int) {
  const Exchange exchange(kLargeBlock, kRound);
  MPI_Finalize();
  exchange.check();
}

static void finalize_without_reading(int) {
  const Exchange exchange(kLargeBlock, kRound);
  MPI_Finalize();
}

static void finalize_behind_many(int) {
  std::vector<Exchange> exchanges;
  exchanges.reserve(4);
  for (int i = 0; i < 4; ++i) exchanges.emplace_back(kBlock, i * ranks());
  MPI_Finalize();
  for (const Exchange& exchange : exchanges) exchange.check();
}

/// Returns an exchange that is never freed: functions that run at exit still use it.
static const Exchange& lasting_exchange() {
  static const Exchange& lasting = *new Exchange(kLargeBlock, kRound);
  return lasting;
}

static void read_at_exit(int) {
  lasting_exchange();
  std::atexit([] { lasting_exchange().check(); });
  MPI_Finalize();
}

static void finalize_at_exit(int) {
  lasting_exchange();
  std::atexit([] {
    MPI_Finalize();
    lasting_exchange().check();
    end_case();
  });
  std::exit(EXIT_SUCCESS);
}

/// Ends the process by _Exit, so that no library's end functions run.
static void leave_quickly(int) {
  {
    const Exchange exchange(kLargeBlock, kRound);
    MPI_Finalize();
    exchange.check();
  }
  end_case();
  std::_Exit(EXIT_SUCCESS);
}

std::span<const TestCase> ending_cases() {
  static constexpr TestCase test_cases[] = {
      {"finalized_at_once", finalize, End::finalized},
      {"finalized_without_reading", finalize_without_reading, End::finalized},
      {"finalized_behind_many", finalize_behind_many, End::finalized},
      {"read_at_exit", read_at_exit, End::finalized},
      {"finalized_at_exit", finalize_at_exit, End::finalized},
      {"left_quickly", leave_quickly, End::finalized},
  };
  return test_cases;
}

}  // namespace overlap_tests
