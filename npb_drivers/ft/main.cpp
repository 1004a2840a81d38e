/// FT: the spectral solution of a partial differential equation, with one MPI_Alltoall in each
/// Fourier transform. The grid is cut into slabs, as in NPB if there are enough planes.
#include <algorithm>
#include <cmath>

#include "npb_drivers/benchmark.hpp"
#include "npb_drivers/ft/checksum.hpp"
#include "npb_drivers/ft/problem.hpp"
#include "npb_drivers/ft/solver.hpp"

namespace npb::ft {
namespace {

/// Returns the maximal number of ranks: each needs a plane, and the columns of a whole row.
int ranks_max(char problem_class) {
  const Problem& problem = problem_of(problem_class);
  return static_cast<int>(std::min(problem.ny, problem.nz));
}

Slab slab_of(const Problem& problem, MPI_Comm comm) {
  int ranks = 0, rank = 0;
  MPI_Comm_size(comm, &ranks);
  MPI_Comm_rank(comm, &rank);
  return {.nx = problem.nx,
          .ny = problem.ny,
          .nz = problem.nz,
          .ranks = static_cast<std::size_t>(ranks),
          .rank = static_cast<std::size_t>(rank),
          .comm = comm};
}

/// Returns the number of operations by NPB's formula, which was fitted to operation counters.
double operations(const Problem& problem, int iterations) {
  const auto points = static_cast<double>(problem.nx * problem.ny * problem.nz);
  const double log = std::log(points);
  return points * (14.8157 + 7.19641 * log + (5.23518 + 7.21113 * log) * iterations);
}

bool agreed(bool at_rank_0, MPI_Comm comm) {
  int verdict = at_rank_0 ? 1 : 0;
  MPI_Bcast(&verdict, 1, MPI_INT, 0, comm);
  return verdict != 0;
}

Run run(char problem_class, MPI_Comm comm) {
  const Problem& problem = problem_of(problem_class);
  const int iterations = static_cast<int>(problem.checksums.size());
  Run outcome{.iterations = iterations, .operations = operations(problem, iterations)};
  Solver solver(slab_of(problem, comm), outcome.sections);
  solver.begin();  // as NPB does, so that all memory has been touched
  outcome.sections = {};
  std::vector<Complex> checksums(problem.checksums.size());
  MPI_Barrier(comm);
  {
    const Stopwatch watch(outcome.sections.total);
    solver.begin();
    for (auto& each : checksums) each = solver.advance();
  }
  outcome.verified = agreed(agree(checksums, problem.checksums), comm);
  return outcome;
}

}  // namespace
}  // namespace npb::ft

int main(int argc, char** argv) {
  return npb::program(argc, argv,
                      {.name = "FT",
                       .summary = "Fourier transforms in three dimensions, with MPI_Alltoall",
                       .collective = "MPI_Alltoall",
                       .ranks_max = npb::ft::ranks_max,
                       .run = npb::ft::run});
}
