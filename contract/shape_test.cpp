#include "contract/shape.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

std::vector<int> nodes_of(std::vector<int> known, bool commutative) {
  return nodes_of(Shape{.ranks = 4,
                        .op = {.commutative = commutative},
                        .nodes = std::make_shared<const std::vector<int>>(std::move(known))});
}

TEST(Nodes, AreThoseThatAreKnown) {
  EXPECT_EQ(nodes_of({0, 1, 0, 1}, true), (std::vector{0, 1, 0, 1}));
  EXPECT_EQ(nodes_of({0, 1, 1, 1}, false), (std::vector{0, 1, 1, 1}));
}

TEST(Nodes, AreAssumedWhereTheyMixTheOrderOfRanks) {
  EXPECT_EQ(nodes_of({0, 1, 0, 1}, false), (std::vector{0, 0, 1, 1}));
}

TEST(Nodes, AreAssumedWhereNoneAreKnown) {
  EXPECT_EQ(nodes_of(Shape{.ranks = 1}), std::vector{0});
  EXPECT_EQ(nodes_of(Shape{.ranks = 2}), (std::vector{0, 1}));
  EXPECT_EQ(nodes_of(Shape{.ranks = 7}), (std::vector{0, 0, 0, 1, 1, 1, 2}));
}

}  // namespace
}  // namespace tutti
