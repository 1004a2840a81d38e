#include "harness/accept/search/slow_search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>

namespace tutti {
namespace {

/// Pairs whose true costs a function tells, with normally distributed noise of the logarithm.
class NoisyPairs : public PairMeter {
 public:
  using TrueCost = std::function<double(const NodePair&)>;

  NoisyPairs(int nodes, double noise, std::uint64_t seed, TrueCost cost)
      : nodes_(nodes), cost_(std::move(cost)), random_(seed), noise_(0, noise) {}

  int nodes() const override { return nodes_; }

  std::vector<std::vector<double>> measure(std::span<const PairRound> rounds) override {
    std::vector<std::vector<double>> costs;
    for (const auto& round : rounds) {
      largest_round = std::max(largest_round, round.size());
      auto& of_round = costs.emplace_back();
      for (const auto& pair : round) of_round.push_back(cost_(pair) * std::exp(noise_(random_)));
    }
    return costs;
  }

  std::size_t largest_round = 0;

 private:
  int nodes_;
  TrueCost cost_;
  std::mt19937_64 random_;
  std::normal_distribution<double> noise_;
};

std::set<Suspect> names(const SearchResult& result) {
  std::set<Suspect> named;
  for (const auto& examined : result.named) named.insert(examined.suspect);
  return named;
}

bool has(const NodePair& pair, int node) { return pair.a == node || pair.b == node; }

/// Four nodes in each group, and half the speed across groups.
NodeGroups groups_of_four(int nodes) {
  NodeGroups groups;
  for (int node = 0; node < nodes; ++node) groups.push_back(node / 4);
  return groups;
}

TEST(SlowSearch, NamesTheSlowNode) {
  for (const int nodes : {4, 5, 8, 33}) {
    NoisyPairs pairs(nodes, 0.01, 1, [](const auto& pair) { return has(pair, 2) ? 10 : 9; });
    const auto result = search_slow(pairs, {}, {});
    ASSERT_EQ(names(result), std::set<Suspect>({{SlowKind::node, 2}})) << nodes << " nodes";
    const auto& named = result.named.front();
    EXPECT_LE(named.trials.excess_interval.low, 1.0 / 9);
    EXPECT_GE(named.trials.excess_interval.high, 1.0 / 9);
    EXPECT_LE(named.trials.error_probability, 0.01);
    EXPECT_NEAR(std::exp(result.effects.nodes[2]), 10.0 / 9, 0.03);
  }
}

TEST(SlowSearch, NamesTheSlowLink) {
  for (const int nodes : {4, 5, 8, 33}) {
    NoisyPairs pairs(nodes, 0.01, 1, [](const auto& pair) {
      return pair == NodePair{1, 3} ? 10 : 9;
    });
    EXPECT_EQ(names(search_slow(pairs, {}, {})), std::set<Suspect>({{SlowKind::link, 1, 3}}))
        << nodes << " nodes";
  }
}

TEST(SlowSearch, TellsSlowNodeAndSlowLinkApart) {
  NoisyPairs pairs(12, 0.02, 1, [](const auto& pair) {
    return pair == NodePair{0, 5} ? 15 : has(pair, 5) ? 12 : pair == NodePair{2, 3} ? 12 : 9;
  });
  EXPECT_EQ(
      names(search_slow(pairs, {}, {})),
      std::set<Suspect>({{SlowKind::node, 5}, {SlowKind::link, 0, 5}, {SlowKind::link, 2, 3}}));
}

TEST(SlowSearch, NamesTheSlowGroupAndNotItsNodes) {
  const auto groups = groups_of_four(16);
  NoisyPairs pairs(16, 0.02, 1, [&](const auto& pair) {
    const int a = groups[static_cast<std::size_t>(pair.a)];
    const int b = groups[static_cast<std::size_t>(pair.b)];
    return a == b ? 9 : a == 1 || b == 1 ? 24 : 18;
  });
  EXPECT_EQ(names(search_slow(pairs, groups, {})), std::set<Suspect>({{SlowKind::group, 1}}));
}

TEST(SlowSearch, NamesTheSlowNodeOfAGroup) {
  const auto groups = groups_of_four(16);
  NoisyPairs pairs(16, 0.02, 1, [&](const auto& pair) {
    return (within_one_group(groups, pair) ? 9 : 18) * (has(pair, 6) ? 1.15 : 1);
  });
  EXPECT_EQ(names(search_slow(pairs, groups, {})), std::set<Suspect>({{SlowKind::node, 6}}));
}

TEST(SlowSearch, NamesTheSlowNodeOfManyGroups) {
  NodeGroups groups;
  for (int node = 0; node < 512; ++node) groups.push_back(node / 8);
  NoisyPairs pairs(512, 0.02, 1, [&](const auto& pair) {
    return (within_one_group(groups, pair) ? 9 : 18) * (has(pair, 77) ? 1.15 : 1);
  });
  EXPECT_EQ(names(search_slow(pairs, groups, {})), std::set<Suspect>({{SlowKind::node, 77}}));
}

TEST(SlowSearch, NamesTheSlowNodeThatIsAloneInItsGroup) {
  NodeGroups one_alone(8, 0), all_alone;
  one_alone[6] = 1;
  for (int node = 0; node < 8; ++node) all_alone.push_back(node);
  for (const auto& groups : {one_alone, all_alone}) {
    NoisyPairs pairs(8, 0.02, 1, [](const auto& pair) { return has(pair, 6) ? 12 : 9; });
    const auto named = names(search_slow(pairs, groups, {}));
    if (groups == all_alone)
      EXPECT_EQ(named, std::set<Suspect>({{SlowKind::node, 6}}));
    else  // whether the node is slow, or the way to its switch: there is nothing to compare with
      EXPECT_TRUE(named.empty());
  }
}

TEST(SlowSearch, SeldomNamesWithoutReason) {
  int runs_with_names = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    NoisyPairs pairs(10, 0.1, seed, [](const auto&) { return 9; });
    runs_with_names += !search_slow(pairs, {}, {.seed = seed}).named.empty();
  }
  EXPECT_LE(runs_with_names, 3);
}

TEST(SlowSearch, NamesNothingWithinTheMargin) {
  int runs_with_names = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    NoisyPairs pairs(10, 0.03, seed, [](const auto& pair) { return has(pair, 2) ? 9.4 : 9; });
    runs_with_names += !search_slow(pairs, {}, {.seed = seed}).named.empty();
  }
  EXPECT_LE(runs_with_names, 1);
}

TEST(SlowSearch, SaysWhatItCannotDecide) {
  NoisyPairs pairs(8, 0.01, 1, [](const auto& pair) { return has(pair, 2) ? 9.68 : 9; });
  const auto result = search_slow(pairs, {}, {.goal = {.trials_max = 6}});
  EXPECT_TRUE(result.named.empty());
  ASSERT_EQ(result.undecided.size(), 1);
  EXPECT_EQ(result.undecided.front().suspect, (Suspect{SlowKind::node, 2}));
  EXPECT_EQ(result.undecided.front().trials.trials, 6);
}

TEST(SlowSearch, FindsTheSlowNodeInASample) {
  NoisyPairs pairs(200, 0.02, 1, [](const auto& pair) { return has(pair, 77) ? 10 : 9; });
  const auto result = search_slow(pairs, {}, {.partners = 6});
  EXPECT_EQ(names(result), std::set<Suspect>({{SlowKind::node, 77}}));
  EXPECT_LT(result.measured_pairs, 200 * 199 / 2 / 5);
}

TEST(SlowSearch, MeasuresOneAtATime) {
  NoisyPairs pairs(8, 0.01, 1, [](const auto& pair) { return has(pair, 2) ? 10 : 9; });
  EXPECT_EQ(names(search_slow(pairs, {}, {.one_at_a_time = true})),
            std::set<Suspect>({{SlowKind::node, 2}}));
  EXPECT_EQ(pairs.largest_round, 1);
}

TEST(PairEffects, SeparateGroupsNodesAndLinks) {
  for (const int nodes : {16, 40}) {
    const auto groups = groups_of_four(nodes);
    const NodePair slow{3, 4};
    std::vector<PairCost> costs;
    std::mt19937_64 random(1);
    for (const auto& round : all_pairs(nodes, random))
      for (const auto& pair : round) {
        const int a = groups[static_cast<std::size_t>(pair.a)];
        const int b = groups[static_cast<std::size_t>(pair.b)];
        const double group = a == b ? 1 : (a == 2 || b == 2 ? 2.5 : 2);
        costs.push_back({pair, group + (has(pair, 5) ? 0.3 : 0) + (pair == slow ? 0.7 : 0)});
      }
    const auto fit = fit_pair_effects(nodes, groups, costs);
    for (std::size_t i = 0; i < fit.groups.size(); ++i)
      EXPECT_NEAR(fit.groups[i], i == 2 ? 0.5 : 0, 0.01);
    for (std::size_t i = 0; i < fit.nodes.size(); ++i)
      EXPECT_NEAR(fit.nodes[i], i == 5 ? 0.3 : 0, 0.01);
    for (std::size_t i = 0; i < costs.size(); ++i)
      EXPECT_NEAR(fit.residuals[i], costs[i].pair == slow ? 0.7 : 0, 0.01);
  }
}

}  // namespace
}  // namespace tutti
