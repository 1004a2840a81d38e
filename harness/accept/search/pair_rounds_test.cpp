#include "harness/accept/search/pair_rounds.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace tutti {
namespace {

std::map<NodePair, int> occurrences(const std::vector<PairRound>& rounds) {
  std::map<NodePair, int> count;
  for (const auto& round : rounds)
    for (const auto& pair : round) ++count[pair];
  return count;
}

void expect_disjoint(const std::vector<PairRound>& rounds) {
  for (const auto& round : rounds) {
    std::set<int> nodes;
    for (const auto& pair : round)
      for (const int node : {pair.a, pair.b})
        EXPECT_TRUE(nodes.insert(node).second) << "node " << node << " twice";
  }
}

TEST(PairRounds, HoldEveryPairOnce) {
  std::mt19937_64 random(1);
  for (int nodes = 0; nodes <= 17; ++nodes) {
    const auto rounds = all_pairs(nodes, random);
    EXPECT_EQ(rounds.size(), nodes < 2 ? 0 : nodes - 1 + nodes % 2);
    expect_disjoint(rounds);
    const auto count = occurrences(rounds);
    EXPECT_EQ(count.size(), nodes * (nodes - 1) / 2);
    for (const auto& [pair, times] : count) {
      EXPECT_EQ(times, 1);
      EXPECT_LT(pair.a, pair.b);
      EXPECT_LT(pair.b, nodes);
    }
  }
}

TEST(PairRounds, AreDrawn) {
  std::mt19937_64 random(1), same(1);
  const auto first = all_pairs(8, random);
  EXPECT_EQ(first, all_pairs(8, same));
  EXPECT_NE(first, all_pairs(8, random));
}

TEST(PairRounds, SampleGivesEachNodeThatManyPartners) {
  std::mt19937_64 random(1);
  const auto rounds = sampled_pairs(100, 6, random);
  expect_disjoint(rounds);
  std::map<int, int> partners;
  for (const auto& [pair, times] : occurrences(rounds)) {
    EXPECT_EQ(times, 1);
    ++partners[pair.a];
    ++partners[pair.b];
  }
  EXPECT_EQ(partners.size(), 100);
  for (const auto& [node, count] : partners) EXPECT_EQ(count, 6);
  EXPECT_EQ(sampled_pairs(5, 100, random).size(), 5);
}

TEST(PairRounds, PackGivenPairs) {
  const std::vector<NodePair> pairs{{0, 1}, {0, 2}, {2, 3}, {1, 3}, {0, 3}};
  const auto rounds = rounds_of(pairs);
  expect_disjoint(rounds);
  EXPECT_EQ(occurrences(rounds).size(), pairs.size());
  EXPECT_EQ(rounds.size(), 3);
  EXPECT_EQ(one_by_one(rounds).size(), pairs.size());
}

}  // namespace
}  // namespace tutti
