#include "harness/map/measured_choices.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

constexpr Collective bcast = Collective::bcast;

TEST(MeasuredChoices, RulesChooseAtTheirSizes) {
  const SelectionMap map{.rules = {{bcast, {{2, 4}, {8, 513}}, "mpich:bcast/a", false, {8, 512}}}};
  const std::map<Point, std::string> expected{{{bcast, 2, 8}, "mpich:bcast/a"},
                                              {{bcast, 2, 512}, "mpich:bcast/a"},
                                              {{bcast, 3, 8}, "mpich:bcast/a"},
                                              {{bcast, 3, 512}, "mpich:bcast/a"}};
  EXPECT_EQ(measured_choices(map), expected);
}

TEST(MeasuredChoices, OfARangeOfRanksItsEndsAndAMiddle) {
  const SelectionMap map{.rules = {{bcast, {{5, 100}, {8, 9}}, "mpich:bcast/a", false, {8}}}};
  const auto choices = measured_choices(map);
  EXPECT_EQ(choices.size(), 3U);
  EXPECT_TRUE(choices.contains({bcast, 5, 8}));
  EXPECT_TRUE(choices.contains({bcast, 52, 8}));
  EXPECT_TRUE(choices.contains({bcast, 99, 8}));
}

TEST(MeasuredChoices, EquationsChooseWhereTheyBeginAndEndUnlessARuleDoes) {
  const FitEquation equation{.domain = {{4, 5}, {8, 65}}, .coefficients = {1}};
  const SelectionMap map{.rules = {{bcast, {{4, 5}, {64, 65}}, "bcast/flat:active", false, {64}}},
                         .fits = {{bcast, "bcast/binomial:active", false, equation}}};
  const std::map<Point, std::string> expected{{{bcast, 4, 8}, "bcast/binomial:active"},
                                              {{bcast, 4, 64}, "bcast/flat:active"}};
  EXPECT_EQ(measured_choices(map), expected);
}

}  // namespace
}  // namespace tutti
