#include "harness/measure/launch_variants.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace tutti {
namespace {

constexpr int rounds = 20;

std::vector<std::string> names(std::uint64_t seed) {
  std::vector<std::string> result;
  for (const auto& way : in_random_order({{"a", {}}, {"b", {}}, {"c", {}}}, rounds, seed))
    result.push_back(way.name);
  return result;
}

TEST(Ways, EachRoundHasAll) {
  const auto order = names(1);
  ASSERT_EQ(order.size(), 3u * rounds);
  for (auto round = order.begin(); round != order.end(); round += 3)
    EXPECT_EQ(std::set(round, round + 3).size(), 3u);
}

TEST(Ways, ComeInAllOrders) {
  const auto order = names(1);
  std::set<std::vector<std::string>> orders;
  for (auto round = order.begin(); round != order.end(); round += 3)
    orders.insert({round, round + 3});
  EXPECT_EQ(orders.size(), 6u);
}

TEST(Ways, ComeAgainWithTheSeed) {
  EXPECT_EQ(names(1), names(1));
  EXPECT_NE(names(1), names(2));
}

}  // namespace
}  // namespace tutti
