#include "optimized/selection/selector.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contract/error.hpp"
#include "optimized/selection/determination_cache.hpp"

namespace tutti {
namespace {

/// Returns an equation that is constant over the domain.
MapFit constant(std::string subject, double time_us, const Domain& domain) {
  return {.collective = Collective::allreduce,
          .subject = std::move(subject),
          .equation = {.domain = domain, .coefficients = {time_us}}};
}

constexpr Domain small{{2, 9}, {8, 1025}};

/// Three protocols of one collective, the first of them the slowest.
SelectionMap example() {
  return {.fits = {constant("allreduce/ring:active", 30, small),
                   constant("allreduce/recursive_doubling:active", 20, small),
                   constant("mpi", 10, {{2, 9}, {8, 65}})}};
}

Shape allreduce(int ranks, std::int64_t bytes, bool commutative = true) {
  return {.collective = Collective::allreduce,
          .ranks = ranks,
          .count = bytes / 8,
          .unit_bytes = 8,
          .op = {.commutative = commutative, .builtin = commutative}};
}

std::string chosen(const Determination& determination) {
  return determination.chosen ? determination.chosen->name : "nothing";
}

std::string chosen(const Selector& selector, const Shape& shape) {
  return chosen(selector.determine(shape));
}

TEST(Selector, TakesTheFastest) {
  const Selector selector(example(), {}, {});
  EXPECT_EQ(chosen(selector, allreduce(4, 64)), "mpi");
  EXPECT_EQ(chosen(selector, allreduce(4, 1024)), "allreduce/recursive_doubling:active");
  EXPECT_EQ(selector.determine(allreduce(4, 64)).reason, Reason::fit);
}

TEST(Selector, WithACriterionTakesTheFirstThatMeetsIt) {
  const auto with = [](const char* criterion, const Shape& shape) {
    return chosen(Selector(example(), {}, {parse_criterion(criterion)}), shape);
  };
  EXPECT_EQ(with("time<40", allreduce(4, 64)), "allreduce/ring:active");
  EXPECT_EQ(with("time<30", allreduce(4, 64)), "allreduce/recursive_doubling:active");
  EXPECT_EQ(with("time<20", allreduce(4, 64)), "mpi");
  EXPECT_EQ(with("time<10", allreduce(4, 64)), "nothing");
}

TEST(Selector, OtherMetricsAreExact) {
  const Selector selector(example(), {}, {});
  const auto& prospects = selector.prospects(Collective::allreduce);
  const OperationParameters parameters{Collective::allreduce, 4, 1024};
  const auto cost = [&](Metric metric, std::size_t prospect) {
    return measured_performance(prospects[prospect], parameters, {metric, 0}).cost;
  };
  EXPECT_EQ(cost(Metric::bandwidth, 0), 2 * 3 * 1024);  // 2(p-1) rounds of n/p bytes, p ranks
  EXPECT_EQ(cost(Metric::bandwidth, 1), 2 * 4 * 1024);  // log2 p rounds of n bytes, p ranks
  EXPECT_EQ(cost(Metric::processor, 1), 3 * 1024);      // copies its own, combines in each round
  EXPECT_TRUE(std::isinf(cost(Metric::bandwidth, 2)));  // unknown for the library's own
}

TEST(Selector, NeverGuessesBeyondWhatWasMeasured) {
  const Selector selector(example(), {}, {});
  EXPECT_EQ(chosen(selector, allreduce(4, 2048)), "nothing");
  EXPECT_EQ(chosen(selector, allreduce(9, 64)), "nothing");
  EXPECT_EQ(chosen(selector, {.collective = Collective::bcast, .ranks = 4, .count = 64}),
            "nothing");
}

TEST(Selector, FindsEachEquationWhateverTheirOrderAndShape) {
  const std::vector<Domain> domains{
      {{6, 7}, {8, 65}}, {{2, 3}, {65, 1025}}, {{4, 6}, {8, 1025}},    {{2, 3}, {8, 65}},
      {{3, 4}, {8, 33}}, {{6, 7}, {65, 129}},  {{3, 7}, {1025, 4097}}, {{3, 4}, {33, 1025}}};
  std::vector<FitEquation> equations;
  for (const auto& domain : domains) equations.push_back({.domain = domain});
  sort_for_search(equations);
  for (int ranks = 1; ranks < 9; ++ranks)
    for (std::int64_t bytes = 0; bytes < 5000; ++bytes) {
      const OperationParameters parameters{Collective::allreduce, ranks, bytes};
      const auto* found = equation_for(equations, parameters);
      const auto right = std::ranges::find_if(
          domains, [&](const Domain& domain) { return domain.contains(parameters); });
      ASSERT_EQ(found != nullptr, right != domains.end()) << ranks << " ranks, " << bytes;
      if (!found) continue;
      ASSERT_EQ(found->domain, *right) << ranks << " ranks, " << bytes;
    }
}

TEST(Selector, ARuleOutranksFitsAndAForcedProtocolRules) {
  auto map = example();
  map.rules = {{Collective::allreduce, {{4, 5}, {8, 65}}, "allreduce/rabenseifner:active"}};
  const Selector with_rule(map, {}, {});
  EXPECT_EQ(chosen(with_rule, allreduce(4, 64)), "allreduce/rabenseifner:active");
  EXPECT_EQ(with_rule.determine(allreduce(4, 64)).reason, Reason::rule);
  EXPECT_EQ(chosen(with_rule, allreduce(5, 64)), "mpi");
  const Selector forced(map, {parse_protocol("allreduce/reduce_bcast:layered")}, {});
  EXPECT_EQ(chosen(forced, allreduce(4, 64)), "allreduce/reduce_bcast:layered");
  EXPECT_EQ(forced.determine(allreduce(4, 64)).reason, Reason::forced);
}

TEST(Selector, LeavesOutWhatCannotServeTheCall) {
  const Selector selector(example(), {parse_protocol("allreduce/ring:layered")}, {});
  EXPECT_EQ(chosen(selector, allreduce(4, 1024, false)), "allreduce/recursive_doubling:active");
  auto map = example();
  map.rules = {
      {Collective::allreduce, {{2, 9}, {8, 1025}}, "allreduce/recursive_doubling:active", true}};
  EXPECT_EQ(Selector(map, {}, {}).determine(allreduce(4, 64, false)).reason, Reason::fit);
}

TEST(Selector, ChoosesForNeighboursOnlyWhereTheyLieAsMeasured) {
  const std::string combining = "neighbor_alltoall/combining:active";
  SelectionMap map;
  map.rules = {{Collective::neighbor_alltoall, {{6, 7}, {8, 65}}, combining}};
  const auto chosen_on = [&](Topology topology, std::vector<Protocol> forced = {}) {
    Shape shape = uniform_shape(Collective::neighbor_alltoall, 6, 64);
    shape.topology = std::make_shared<const Topology>(std::move(topology));
    return chosen(Selector(map, forced, {}), shape);
  };
  EXPECT_EQ(chosen_on(Topology::grid({2, 3}, {1, 1})), combining);
  EXPECT_EQ(chosen_on(Topology::grid({6, 1}, {0, 1})), combining);
  EXPECT_EQ(chosen_on(Topology::grid({3, 2, 1}, {1, 1, 1})), "nothing");
  const auto graph = Topology::graph(6, {{0, 1}, {1, 0}});
  EXPECT_EQ(chosen_on(graph), "nothing");
  EXPECT_EQ(chosen_on(graph, {parse_protocol(combining)}), combining);
}

TEST(Selector, RefusesUnknownNames) {
  EXPECT_THROW(Selector({.fits = {constant("allreduce/nope:active", 1, small)}}, {}, {}),
               UsageError);
  EXPECT_THROW(parse_criterion("speed<3"), UsageError);
  EXPECT_THROW(parse_criterion("time<"), UsageError);
  EXPECT_THROW(parse_criterion("time"), UsageError);
  EXPECT_THROW(parse_criterion("time<nan"), UsageError);
  EXPECT_THROW(parse_criterion("time<-1"), UsageError);
}

int evaluations = 0;

Performance counted(const ProtocolMetadata& metadata, const OperationParameters& parameters,
                    const Criterion& criterion) {
  ++evaluations;
  return measured_performance(metadata, parameters, criterion);
}

TEST(DeterminationCache, EvaluatesNothingTwice) {
  const Selector selector(example(), {}, {}, counted);
  DeterminationCache cache(selector, 4);
  const auto first = cache.determine(allreduce(4, 64));
  EXPECT_EQ(chosen(first), "mpi");
  evaluations = 0;
  EXPECT_EQ(cache.determine(allreduce(4, 64)), first);
  EXPECT_EQ(evaluations, 0);
}

TEST(DeterminationCache, KeepsNoNegativeDeterminations) {
  const Selector selector(example(), {}, {}, counted);
  DeterminationCache cache(selector, 4);
  EXPECT_EQ(chosen(cache.determine(allreduce(4, 1 << 20))), "nothing");
  evaluations = 0;
  EXPECT_EQ(chosen(cache.determine(allreduce(4, 1 << 20))), "nothing");
  EXPECT_GT(evaluations, 0);
}

TEST(DeterminationCache, IsPreparedForWhatTheMapWasMeasuredAt) {
  const auto map = example();
  const Selector selector(map, {}, {}, counted);
  DeterminationCache cache(selector, 4);
  evaluations = 0;
  for (const auto bytes : {small.bytes.begin, small.bytes.end - 1})
    EXPECT_NE(chosen(cache.determine(typical_shape({Collective::allreduce, 4, bytes}))), "nothing");
  EXPECT_EQ(evaluations, 0);
  cache.determine(typical_shape({Collective::allreduce, 4, small.bytes.begin + 8}));
  EXPECT_GT(evaluations, 0);
}

/// Many shapes share few rows of the cache: it must return what was determined for just the shape.
TEST(DeterminationCache, AlwaysAgreesWithTheSelector) {
  const Selector selector(example(), {}, {});
  DeterminationCache cache(selector, 4);
  for (int round = 0; round < 2; ++round)
    for (std::int64_t bytes = 8; bytes < 20'000; bytes += 8)
      ASSERT_EQ(cache.determine(allreduce(4, bytes)), selector.determine(allreduce(4, bytes)));
}

}  // namespace
}  // namespace tutti
