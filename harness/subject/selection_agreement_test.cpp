#include <gtest/gtest.h>

#include <set>

#include "contract/shape_of.hpp"
#include "harness/case/call_buffers.hpp"
#include "harness/case/case_communicators.hpp"
#include "harness/case/generate/cases.hpp"
#include "optimized/selection/determination_cache.hpp"

namespace tutti {
namespace {

constexpr int ranks_max = 8;

Scope everything() {
  Scope scope{.subject = "mpi", .collectives = {}, .laws = {}, .world_ranks = ranks_max};
  scope.collectives = collectives_without_topology();
  return scope;
}

/// Returns a map with a fit equation for every active protocol, each with different times, so that
/// small differences between shapes change the choice.
SelectionMap contested_map() {
  SelectionMap map;
  double slope = 1;
  for (const auto& protocol : protocols()) {
    if (protocol.engine != Engine::active) continue;
    slope = slope < 100 ? slope * 1.7 : slope / 90;
    map.fits.push_back({.collective = protocol.algorithm->collective,
                        .subject = print(protocol),
                        .equation = {.domain = {{1, ranks_max + 1}, {0, unlimited}},
                                     .basis = Basis::plain,
                                     .bytes_degree = 1,
                                     .error = 0.1,
                                     .coefficients = {100 / slope, slope}}});
  }
  return map;
}

/// Returns what each rank of the operation's communicator would choose for its own call.
std::vector<Determination> choices(const Case& test, std::size_t operation,
                                   DeterminationCache& cache, Resources& resources, int ranks) {
  std::vector<Determination> chosen;
  for (int rank = 0; rank < ranks; ++rank) {
    const Workspace workspace(resources, test, {.operation = operation},
                              {.communicator = 0, .ranks = ranks, .rank = rank}, MPI_COMM_WORLD);
    chosen.push_back(cache.determine(shape_of(workspace.call(), rank, ranks, nullptr)));
  }
  return chosen;
}

/// Alignment, layouts, in place, datatypes, displacements and garbage differ from rank to rank.
TEST(Selection, IsTheSameAtAllRanks) {
  const Selector selector(contested_map(), {}, {});
  const auto generator = cases(everything());
  rc::Random random(4);
  Resources resources;
  std::set<std::string> seen;
  for (int i = 0; i < 2000; ++i) {
    const Case test = generator(random.split()).value();
    const int ranks = communicator_sizes(test).front();
    DeterminationCache cache(selector, ranks);
    for (std::size_t operation = 0; operation < test.operations.size(); ++operation) {
      const auto chosen = choices(test, operation, cache, resources, ranks);
      for (const auto& choice : chosen) ASSERT_EQ(choice, chosen.front()) << print(test);
      if (chosen.front().chosen) seen.insert(chosen.front().chosen->name);
    }
  }
  EXPECT_GT(seen.size(), 40u);  // otherwise ranks could agree although they read different facts
}

}  // namespace
}  // namespace tutti
