#include "npb_drivers/benchmark.hpp"

#include <fmt/core.h>

#include <bit>
#include <chrono>
#include <cstdio>
#include <thread>

#include "npb_drivers/command_line.hpp"
#include "npb_drivers/result.hpp"

namespace npb {
namespace {

constexpr int not_verified = 1;
constexpr int bad_usage = 2;

int rank_in(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

int ranks_of(MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  return ranks;
}

void require_ranks(int ranks, int most, char problem_class) {
  if (std::has_single_bit(static_cast<unsigned>(ranks)) && ranks <= most) return;
  throw UsageError(fmt::format("{} ranks; expected a power of two, at most {} for class {}", ranks,
                               most, problem_class));
}

/// Returns, at rank 0, the sections of all ranks. The total is that of the slowest rank, as in NPB.
/// The other sections are means, since the longest time in a collective is that of the rank that
/// entered first. Collective.
Sections over_ranks(const Sections& mine, MPI_Comm comm) {
  Sections all;
  MPI_Reduce(&mine.total, &all.total, 1, MPI_DOUBLE, MPI_MAX, 0, comm);
  MPI_Reduce(&mine.collective, &all.collective, 1, MPI_DOUBLE, MPI_SUM, 0, comm);
  MPI_Reduce(&mine.behind, &all.behind, 1, MPI_DOUBLE, MPI_SUM, 0, comm);
  all.collective /= ranks_of(comm);
  all.behind /= ranks_of(comm);
  return all;
}

int run(const Options& options, const Benchmark& benchmark, MPI_Comm comm) {
  const bool prints = rank_in(comm) == 0;
  if (!options.help.empty()) {
    if (prints) fmt::print("{}", options.help);
    return 0;
  }
  const char problem_class = options.problem_class;
  require_ranks(ranks_of(comm), benchmark.ranks_max(problem_class), problem_class);
  const Run finished = benchmark.run(problem_class, comm);
  const Result result{.benchmark = benchmark,
                      .problem_class = problem_class,
                      .ranks = ranks_of(comm),
                      .run = finished,
                      .sections = over_ranks(finished.sections, comm)};
  if (prints) options.json ? print_json(result) : print_table(result);
  return finished.verified ? 0 : not_verified;
}

/// Delays the exit of a rank that fails. Open MPI's launcher ends the job at the first exit status
/// other than 0, and loses output that it has not forwarded by then: so the rank that printed exits
/// before the others, but not immediately.
void delay_exit(int rank) {
  std::this_thread::sleep_for(std::chrono::milliseconds(rank == 0 ? 200 : 600));
}

}  // namespace

int program(int argc, char** argv, const Benchmark& benchmark) {
  MPI_Init(&argc, &argv);
  const int rank = rank_in(MPI_COMM_WORLD);
  int status = 0;
  try {
    status = run(parsed_options(argc, argv, benchmark), benchmark, MPI_COMM_WORLD);
  } catch (const UsageError& error) {
    if (rank == 0) fmt::print(stderr, "{}: {}\n", program_name(benchmark), error.what());
    status = bad_usage;
  }
  std::fflush(nullptr);
  MPI_Finalize();
  if (status != 0) delay_exit(rank);
  return status;
}

}  // namespace npb
