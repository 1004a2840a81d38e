// Runs the case that is named on the command line, or `all` that do not end abruptly, in the given
// number of rounds (default 2). `--list`, `--endings` and `--abrupt` print names of cases.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static std::vector<TestCase> all_cases() {
  std::vector<TestCase> all;
  for (const auto test_cases :
       {send_buffer_cases(),  access_cases(),   allocation_cases(), mapping_cases(),
        kernel_cases(),       peer_cases(),     process_cases(),    message_cases(),
        topology_cases(),     window_cases(),   file_cases(),       collective_cases(),
        rooted_cases(),       layout_cases(),   thread_cases(),     placement_cases(),
        stack_cases(),        neighbor_cases(), handler_cases(),    signal_cases(),
        interruption_cases(), soak_cases(),     ending_cases(),     abrupt_ending_cases()})
    all.insert(all.end(), test_cases.begin(), test_cases.end());
  return all;
}

/// Runs a case. Another rank is late in each round: in two rounds each rank has to wait at least
/// once.
static void run(const TestCase& reuse_case, int rounds) {
  begin_case(reuse_case.name);
  for (int round = 0; round < (reuse_case.end == End::none ? rounds : 1); ++round) {
    MPI_Barrier(MPI_COMM_WORLD);
    reuse_case.run(round);
  }
  end_case();
}

/// Runs cases up to the first that ends MPI, since none can follow.
static void run_all(const std::vector<TestCase>& test_cases, int rounds) {
  for (const TestCase& reuse_case : test_cases) {
    run(reuse_case, rounds);
    if (reuse_case.end != End::none) break;
  }
}

static std::vector<TestCase> chosen(std::string_view name) {
  std::vector<TestCase> test_cases = all_cases();
  std::erase_if(test_cases, [=](const TestCase& reuse_case) {
    return name == "all" ? reuse_case.end == End::abrupt : reuse_case.name != name;
  });
  return test_cases;
}

static void finalize() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (!finalized) MPI_Finalize();
}

/// Prints names of cases. Does not call MPI, so that it works without a launcher.
static int list(std::initializer_list<End> ends) {
  for (const TestCase& reuse_case : all_cases())
    if (std::ranges::find(ends, reuse_case.end) != ends.end()) std::puts(reuse_case.name);
  return 0;
}

static int refuse(const char* name) {
  if (rank() == 0) std::fprintf(stderr, "%s: no such case; --list names all\n", name);
  MPI_Finalize();
  return 2;
}

}  // namespace overlap_tests

int main(int argc, char** argv) {
  using namespace overlap_tests;
  const char* const name = argc > 1 ? argv[1] : "";
  if (name == std::string_view("--list")) return list({End::none, End::finalized});
  if (name == std::string_view("--endings")) return list({End::finalized});
  if (name == std::string_view("--abrupt")) return list({End::abrupt});
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  // Asked now: MPI cannot answer after MPI_Finalize.
  rank(), ranks();
  const std::vector<TestCase> test_cases = chosen(name);
  if (test_cases.empty()) return refuse(name);
  run_all(test_cases, argc > 2 ? std::atoi(argv[2]) : 2);
  finalize();
  return 0;
}
