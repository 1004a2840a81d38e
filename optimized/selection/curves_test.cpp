#include "optimized/selection/curves.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

bool is_power_of_two(int ranks) { return (ranks & (ranks - 1)) == 0; }

/// A model that takes twice the time if ranks are no power of two.
double folded(int ranks, std::int64_t) { return axis_of(ranks) + (is_power_of_two(ranks) ? 0 : 1); }

TEST(Curves, BendWhereTheModelDoes) {
  Curves curves{{4, {{8, 10}, {64, 20}}}, {8, {{8, 12}, {64, 22}, {512, 30}}}};
  add_curves_like(folded, curves);
  for (const int ranks : {5, 7}) {
    ASSERT_TRUE(curves.contains(ranks));
    EXPECT_EQ(curves.at(ranks).size(), 2u);
    EXPECT_NEAR(curves.at(ranks).at(64), 20 + 2 * (axis_of(ranks) - 2) + 1, 1e-9);
  }
}

TEST(Curves, WhatWasObservedStays) {
  const Curves observed{{4, {{8, 10}}}, {6, {{8, 3}}}, {8, {{8, 12}}}};
  Curves curves = observed;
  add_curves_like(folded, curves);
  for (const auto& [ranks, curve] : observed) EXPECT_EQ(curves.at(ranks), curve);
}

// Maps of many ranks must not have a curve for each number of ranks.
TEST(Curves, AreAddedOnlyWhereTheModelBends) {
  Curves curves{{64, {{8, 10}}}, {128, {{8, 12}}}};
  add_curves_like([](int ranks, std::int64_t) { return 3.0 * axis_of(ranks); }, curves);
  EXPECT_EQ(curves.size(), 2u);
  add_curves_like(folded, curves);
  EXPECT_EQ(curves.size(), 4u);
  EXPECT_TRUE(curves.contains(65));
  EXPECT_TRUE(curves.contains(127));
}

// A single rank moves no data, so the model knows no time.
TEST(Curves, WhatTheModelDoesNotKnowIsLeftAlone) {
  Curves curves{{1, {{8, 10}}}, {4, {{8, 12}}}};
  add_curves_like([](int ranks, std::int64_t) { return std::log2(ranks - 1); }, curves);
  EXPECT_EQ(curves.size(), 2u);
}

TEST(Curves, WithoutACommonSizeNothingIsSaid) {
  Curves curves{{4, {{8, 10}}}, {8, {{64, 12}}}};
  add_curves_like(folded, curves);
  EXPECT_EQ(curves.size(), 2u);
}

}  // namespace
}  // namespace tutti
