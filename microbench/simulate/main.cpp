// tutti-sim: runs protocols on a machine that SimGrid simulates, checks the results, and prints the
// simulated times. Started by smpirun:
//
//   smpirun -np 16 -platform P.xml -hostfile H --cfg=smpi/simulate-computation:no tutti-sim
//   WHICH N...
//
// WHICH is "all" (smpirun lets the shell expand a lone *) or a pattern of protocol names; each N is
// a number of elements per block. The last line counts right and wrong calls. SimGrid ends with
// status 0 also after a deadlock, so a missing last line is a failure. smpi/test:0 is needed:
// otherwise SimGrid charges 100 us for every probe for a message that has not arrived.
#include <fmt/core.h>
#include <fnmatch.h>

#include <charconv>
#include <cstdio>
#include <cstring>

#include "contract/comm_attribute.hpp"
#include "contract/mpi_error.hpp"
#include "contract/torus_communicator.hpp"
#include "harness/case/call_buffers.hpp"
#include "harness/case/case_communicators.hpp"
#include "harness/case/neighbours.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti {
namespace {

constexpr int falls_short = 1;
constexpr int bad_usage = 2;

/// The result of one call of a protocol on all ranks.
struct Outcome {
  double time_us = 0;  ///< from the first rank's entry to the last one's return
  int wrong_ranks = 0;
};

Case case_of(const Protocol& protocol, int ranks, int elements) {
  const Collective collective = protocol.algorithm->collective;
  Operation operation{.collective = collective};
  if (traits(collective).rooted) operation.root = ranks - 1;
  if (collective != Collective::barrier) operation.counts = {elements};
  if (traits(collective).reducing) operation.op = Operator::sum;
  return {.subject = print(protocol),
          .ranks = ranks,
          .group = traits(collective).neighbourhood ? Group::grid : Group::world,
          .operations = {operation}};
}

double over_ranks(double mine, MPI_Op op) {
  double result = 0;
  check(PMPI_Allreduce(&mine, &result, 1, MPI_DOUBLE, op, MPI_COMM_WORLD));
  return result;
}

Outcome simulate(const Protocol& protocol, const Case& test, int rank, Resources& resources,
                 MPI_Comm comm) {
  Workspace workspace(resources, test, {}, place_of(test, rank), comm);
  check(PMPI_Barrier(MPI_COMM_WORLD));
  const double entered = PMPI_Wtime();
  const int code = run(protocol, workspace.call());
  const double left = PMPI_Wtime();
  const bool wrong = !workspace.check(code).empty();
  return {.time_us = 1e6 * (over_ranks(left, MPI_MAX) - over_ranks(entered, MPI_MIN)),
          .wrong_ranks = static_cast<int>(over_ranks(wrong ? 1 : 0, MPI_SUM))};
}

bool selects(const char* which, const Protocol& protocol) {
  return std::strcmp(which, "all") == 0 || fnmatch(which, print(protocol).c_str(), 0) == 0;
}

/// Simulates each selected protocol with each count. Returns the number of calls that went wrong.
int simulate_all(const char* which, const std::vector<int>& counts, int rank, int ranks) {
  Resources resources;
  // What tutti keeps with a communicator must be freed before MPI_Finalize, in which SMPI does
  // nothing more.
  const PrivateComm comm(MPI_COMM_WORLD);
  const Communicator grid = torus_communicator(comm.handle(), grid_of(Group::grid, ranks).extents);
  int right = 0, wrong = 0, skipped = 0;
  for (const auto& protocol : protocols()) {
    if (!selects(which, protocol)) continue;
    for (const int elements : counts) {
      const Case test = case_of(protocol, ranks, elements);
      const bool applies = applicable(protocol, shape_of(test.operations.front(), ranks));
      Outcome outcome;
      const MPI_Comm on = test.group == Group::grid ? grid.get() : comm.handle();
      if (applies) outcome = simulate(protocol, test, rank, resources, on);
      ++(!applies ? skipped : outcome.wrong_ranks > 0 ? wrong : right);
      if (rank != 0) continue;
      fmt::print("{:50} {:6} ranks {:9} elements {:14.3f} us  {}\n", test.subject, ranks, elements,
                 outcome.time_us,
                 !applies                  ? "not applicable"
                 : outcome.wrong_ranks > 0 ? "WRONG"
                                           : "right");
      std::fflush(stdout);  // SimGrid ends the process at a deadlock; no line may be lost
    }
  }
  if (rank == 0) fmt::print("right {}, wrong {}, not applicable {}\n", right, wrong, skipped);
  return wrong;
}

/// Returns the counts on the command line; empty if one is not a number.
std::vector<int> parse_counts(int argc, char** argv) {
  std::vector<int> counts;
  for (int i = 2; i < argc; ++i) {
    const char* end = argv[i] + std::strlen(argv[i]);
    int count = -1;
    const auto parsed = std::from_chars(argv[i], end, count);
    if (parsed.ec != std::errc{} || parsed.ptr != end || count < 0) return {};
    counts.push_back(count);
  }
  return counts;
}

int run_program(int argc, char** argv) {
  int rank = 0, ranks = 1;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank));
  check(PMPI_Comm_size(MPI_COMM_WORLD, &ranks));
  const auto counts = parse_counts(argc, argv);
  if (counts.empty()) {
    if (rank == 0)
      fmt::print(
          stderr,
          "tutti-sim: expected all or a pattern of protocol names, then counts: all 1 1000\n");
    return bad_usage;
  }
  return simulate_all(argv[1], counts, rank, ranks) == 0 ? 0 : falls_short;
}

}  // namespace
}  // namespace tutti

int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  const int status = tutti::run_program(argc, argv);
  PMPI_Finalize();
  return status;
}
