#include "harness/accept/search/node_search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tutti {
namespace {

/// Nodes with normally distributed noise of the logarithm, of which one may cost more.
class NoisyNodes : public NodeMeter {
 public:
  NoisyNodes(int nodes, double noise, std::uint64_t seed, int slow_node, double factor)
      : nodes_(nodes), slow_node_(slow_node), factor_(factor), random_(seed), noise_(0, noise) {}

  int nodes() const override { return nodes_; }

  std::vector<double> measure(const std::vector<int>& nodes) override {
    std::vector<double> costs;
    for (const int node : nodes)
      costs.push_back((node == slow_node_ ? factor_ : 1) * std::exp(noise_(random_)));
    return costs;
  }

 private:
  int nodes_;
  int slow_node_;
  double factor_;
  std::mt19937_64 random_;
  std::normal_distribution<double> noise_;
};

TEST(NodeSearch, NamesTheSlowNode) {
  for (const int nodes : {3, 8, 100}) {
    NoisyNodes meter(nodes, 0.02, 1, 2, 1.15);
    const auto result = search_slow_nodes(meter, {}, Slowness::steady, 1);
    ASSERT_EQ(result.named.size(), 1) << nodes << " nodes";
    EXPECT_EQ(result.named.front().suspect.number, 2);
    EXPECT_LE(result.named.front().trials.error_probability, 0.01);
    EXPECT_EQ(result.costs.size(), nodes);
  }
}

TEST(NodeSearch, SeldomNamesWithoutReason) {
  int runs_with_names = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    NoisyNodes meter(10, 0.1, seed, -1, 1);
    runs_with_names += !search_slow_nodes(meter, {}, Slowness::now_and_then, seed).named.empty();
  }
  EXPECT_LE(runs_with_names, 3);
}

TEST(NodeSearch, NamesTheSlowNodeAmongNoisyOnes) {
  NoisyNodes meter(4, 0.1, 1, 3, 1.6);
  const auto result = search_slow_nodes(meter, {}, Slowness::steady, 1);
  ASSERT_EQ(result.named.size(), 1);
  EXPECT_EQ(result.named.front().suspect.number, 3);
}

TEST(NodeSearch, SaysWhatItCannotDecide) {
  NoisyNodes meter(8, 0.01, 1, 2, 1.075);
  const auto result = search_slow_nodes(meter, {.trials_max = 6}, Slowness::steady, 1);
  EXPECT_TRUE(result.named.empty());
  ASSERT_EQ(result.undecided.size(), 1);
  EXPECT_EQ(result.undecided.front().suspect.number, 2);
}

}  // namespace
}  // namespace tutti
