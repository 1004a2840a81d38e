#include "harness/gate/time_plan.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

const std::vector<LaunchKind> kinds{{"mpi", 2}, {"mpi", 3}, {"mpi", 16}};

TEST(TimePlan, GivesEachKindATurnInHalfOfTheTime) {
  TimePlan plan(kinds, 60);
  for (const auto& kind : kinds) {
    EXPECT_FALSE(plan.each_had_its_turn());
    EXPECT_EQ(plan.next(), kind);
    EXPECT_DOUBLE_EQ(plan.seconds_of_next(60), 10);
    plan.note({.seconds = 10, .new_pairs = 5});
  }
  EXPECT_TRUE(plan.each_had_its_turn());
}

TEST(TimePlan, PrefersTheKindWhoseLastLaunchBroughtMostForItsTime) {
  TimePlan plan(kinds, 60);
  plan.note({.seconds = 10, .new_pairs = 500});
  plan.note({.seconds = 10, .new_pairs = 400});
  plan.note({.seconds = 100, .new_pairs = 600});
  EXPECT_EQ(plan.next(), kinds[0]);
  plan.note({.seconds = 10, .new_pairs = 100});
  EXPECT_EQ(plan.next(), kinds[1]);
  plan.note({.seconds = 10, .new_pairs = 3});
  EXPECT_EQ(plan.next(), kinds[0]);
}

TEST(TimePlan, PrefersWhereSomethingWasFound) {
  TimePlan plan(kinds, 60);
  plan.note({.seconds = 10, .new_pairs = 100});
  plan.note({.seconds = 10, .new_pairs = 0, .new_findings = 1});
  plan.note({.seconds = 10, .new_pairs = 100});
  EXPECT_EQ(plan.next(), kinds[1]);
}

TEST(TimePlan, LeavesTimeForKindsThatWait) {
  const TimePlan plan(kinds, 60);
  EXPECT_DOUBLE_EQ(plan.seconds_of_next(15), 5);
}

TEST(TimePlan, TakesNoMoreThanIsLeft) {
  TimePlan plan(kinds, 60);
  for (int turn = 0; turn < 3; ++turn) plan.note({.seconds = 10});
  EXPECT_DOUBLE_EQ(plan.seconds_of_next(4), 4);
}

}  // namespace
}  // namespace tutti
