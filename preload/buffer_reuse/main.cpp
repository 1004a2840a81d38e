// Runs the way that is named on the command line, or `all` of them that end well, in so many rounds
// (2). `--list` tells their names.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "preload/buffer_reuse/reuse_cases.hpp"

namespace buffer_reuse {

static std::vector<ReuseCase> all_ways() {
  std::vector<ReuseCase> all;
  for (const auto reuse_cases :
       {send_buffer_ways(),  access_ways(),   allocation_ways(), mapping_ways(),
        kernel_ways(),       peer_ways(),     process_ways(),    message_ways(),
        topology_ways(),     window_ways(),   file_ways(),       collective_ways(),
        rooted_ways(),       layout_ways(),   thread_ways(),     placement_ways(),
        stack_ways(),        neighbor_ways(), handler_ways(),    signal_ways(),
        interruption_ways(), soak_ways(),     ending_ways(),     abrupt_ending_ways()})
    all.insert(all.end(), reuse_cases.begin(), reuse_cases.end());
  return all;
}

/// Another rank is late in each round: in two of them each rank has to wait once.
static void run(const ReuseCase& reuse_case, int rounds) {
  begin_way(reuse_case.name);
  for (int round = 0; round < (reuse_case.end == End::none ? rounds : 1); ++round) {
    MPI_Barrier(MPI_COMM_WORLD);
    reuse_case.run(round);
  }
  end_way();
}

/// Of those that end MPI only one can run, and none can follow.
static void run_all(const std::vector<ReuseCase>& reuse_cases, int rounds) {
  for (const ReuseCase& reuse_case : reuse_cases) {
    run(reuse_case, rounds);
    if (reuse_case.end != End::none) break;
  }
}

static std::vector<ReuseCase> chosen(std::string_view name) {
  std::vector<ReuseCase> reuse_cases = all_ways();
  std::erase_if(reuse_cases, [=](const ReuseCase& reuse_case) {
    return name == "all" ? reuse_case.end == End::abrupt : reuse_case.name != name;
  });
  return reuse_cases;
}

static void finalize() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (!finalized) MPI_Finalize();
}

/// Also where it is started without a launcher.
static int list(std::initializer_list<End> ends) {
  for (const ReuseCase& reuse_case : all_ways())
    if (std::ranges::find(ends, reuse_case.end) != ends.end()) std::puts(reuse_case.name);
  return 0;
}

static int refuse(const char* name) {
  if (rank() == 0) std::fprintf(stderr, "%s: no such way; --list tells all\n", name);
  MPI_Finalize();
  return 2;
}

}  // namespace buffer_reuse

int main(int argc, char** argv) {
  using namespace buffer_reuse;
  const char* const name = argc > 1 ? argv[1] : "";
  if (name == std::string_view("--list")) return list({End::none, End::finalized});
  if (name == std::string_view("--endings")) return list({End::finalized});
  if (name == std::string_view("--abrupt")) return list({End::abrupt});
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  // Behind MPI_Finalize nobody could tell them any more.
  rank(), ranks();
  const std::vector<ReuseCase> reuse_cases = chosen(name);
  if (reuse_cases.empty()) return refuse(name);
  run_all(reuse_cases, argc > 2 ? std::atoi(argv[2]) : 2);
  finalize();
  return 0;
}
