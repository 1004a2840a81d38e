#include "harness/accept/search/examination.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tutti {
namespace {

/// Returns an examination after trials in which the suspect cost so much more each.
Examination examined(const std::vector<double>& excesses, SearchGoal goal = {}) {
  Examination examination(goal, 1);
  for (const double excess : excesses) examination.add(std::log1p(excess));
  return examination;
}

std::vector<double> times(std::size_t trials, double excess) {
  return std::vector<double>(trials, excess);
}

const SearchGoal in_haste{.time_is_up = [] { return true; }};

TEST(Examination, NamesWhatIsSlowInAllTrials) {
  const auto examination = examined(times(30, 0.2));
  EXPECT_TRUE(examination.is_slow());
  EXPECT_TRUE(examination.is_over());
  EXPECT_NEAR(examination.result().excess, 0.2, 1e-9);
}

TEST(Examination, DismissesWhatIsSoundInAllTrials) {
  const auto examination = examined(times(12, 0.01));
  EXPECT_TRUE(examination.is_sound());
  EXPECT_TRUE(examination.is_over());
}

TEST(Examination, GoesOnWhileItCannotTell) {
  EXPECT_FALSE(examined(times(4, 0.01)).is_over());
  EXPECT_FALSE(examined(times(4, 0.2)).is_over());
  EXPECT_TRUE(examined(times(4, 0.2), {.trials_max = 4}).is_over());
}

TEST(Examination, EndsWhenTheTimeIsUpUnlessTheSuspectSeemsSlow) {
  EXPECT_TRUE(examined(times(4, 0.01), in_haste).is_over());
  EXPECT_TRUE(examined({0.2, 0.01, 0.2, 0.01}, in_haste).is_over());
  EXPECT_FALSE(examined(times(6, 0.2), in_haste).is_over());
  EXPECT_TRUE(examined(times(30, 0.2), in_haste).is_over());
}

}  // namespace
}  // namespace tutti
