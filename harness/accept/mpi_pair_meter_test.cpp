#include "harness/accept/mpi_pair_meter.hpp"

#include <gtest/gtest.h>

#include "harness/accept/search/slow_search.hpp"

namespace tutti {
namespace {

/// Returns a layout in which neighbouring ranks share a node.
NodeLayout pretended_layout(int ranks, int per_node) {
  NodeLayout layout;
  for (int rank = 0; rank < ranks; ++rank) {
    const auto node = static_cast<std::size_t>(rank / per_node);
    if (rank % per_node == 0) {
      layout.names.push_back("n" + std::to_string(node));
      layout.ranks.emplace_back();
    }
    layout.ranks[node].push_back(rank);
    layout.node_of.push_back(static_cast<int>(node));
  }
  return layout;
}

/// Measures the rounds at rank 0, while the others follow.
std::vector<std::vector<double>> measured(const Exchange& world, const NodeLayout& layout,
                                          const PairTest& test,
                                          const std::vector<PairRound>& rounds) {
  MpiPairMeter meter(world, layout, test);
  std::vector<std::vector<double>> costs;
  if (world.rank() == 0) {
    costs = meter.measure(rounds);
    meter.stop();
  } else {
    meter.follow();
  }
  return costs;
}

TEST(MpiPairMeter, MeasuresEachPairOfEachRound) {
  const Exchange world(MPI_COMM_WORLD);
  for (int per_node = 1; per_node <= world.ranks() / 2; ++per_node) {
    if (world.ranks() % per_node != 0) continue;
    const auto layout = pretended_layout(world.ranks(), per_node);
    std::mt19937_64 random(1);
    auto rounds = all_pairs(layout.nodes(), random);
    for (const auto& round : one_by_one(rounds)) rounds.push_back(round);
    for (const auto& test : {latency_test(), bandwidth_test(per_node)}) {
      const auto costs = measured(world, layout, test, rounds);
      if (world.rank() != 0) continue;
      ASSERT_EQ(costs.size(), rounds.size());
      for (std::size_t i = 0; i < rounds.size(); ++i) {
        ASSERT_EQ(costs[i].size(), rounds[i].size());
        for (const double cost : costs[i]) EXPECT_GT(cost, 0);
      }
    }
  }
}

TEST(MpiPairMeter, ServesASearch) {
  const Exchange world(MPI_COMM_WORLD);
  const auto layout = pretended_layout(world.ranks(), 1);
  if (layout.nodes() < 4) return;  // on two ranks there is nothing to compare a pair with
  MpiPairMeter meter(world, layout, latency_test());
  if (world.rank() != 0) return meter.follow();
  const auto result = search_slow(meter, {}, {.goal = {.trials_max = 5}, .one_at_a_time = true});
  meter.stop();
  EXPECT_EQ(result.costs.size(), world.ranks() * (world.ranks() - 1) / 2);
}

TEST(NodeLayout, IsThatOfThisMachine) {
  const Exchange world(MPI_COMM_WORLD);
  const auto layout = node_layout(world);
  ASSERT_EQ(layout.nodes(), 1);
  EXPECT_FALSE(layout.names[0].empty());
  EXPECT_EQ(layout.ranks_per_node(), world.ranks());
  EXPECT_EQ(layout.node_of, std::vector<int>(static_cast<std::size_t>(world.ranks()), 0));
}

}  // namespace
}  // namespace tutti
