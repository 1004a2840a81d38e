/// IS: ranks integers by counting them in buckets, with one MPI_Alltoallv of all keys per
/// iteration.
#include "npb_drivers/benchmark.hpp"
#include "npb_drivers/is/integer_sort.hpp"
#include "npb_drivers/is/problem.hpp"

namespace npb::is {
namespace {

int ranks_max(char) { return 1024; }

int sum_over_ranks(int value, MPI_Comm comm) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, comm);
  return value;
}

Run run(char problem_class, MPI_Comm comm) {
  const Problem& problem = problem_of(problem_class);
  Run outcome{.iterations = iterations, .operations = 1.0 * iterations * problem.keys()};
  IntegerSort sort(problem, comm, outcome.sections);
  sort.iterate(1);  // as NPB does, so that all memory has been touched
  outcome.sections = {};
  int right = 0;
  MPI_Barrier(comm);
  {
    const Stopwatch watch(outcome.sections.total);
    for (int iteration = 1; iteration <= iterations; ++iteration) right += sort.iterate(iteration);
  }
  const int tests = iterations * static_cast<int>(problem.tests.size());
  outcome.verified = sort.sorts_all_keys() && sum_over_ranks(right, comm) == tests;
  return outcome;
}

}  // namespace
}  // namespace npb::is

int main(int argc, char** argv) {
  return npb::program(argc, argv,
                      {.name = "IS",
                       .summary = "Ranks integers by counting them in buckets, with MPI_Alltoallv",
                       .collective = "MPI_Alltoallv",
                       .ranks_max = npb::is::ranks_max,
                       .run = npb::is::run});
}
