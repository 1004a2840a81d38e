#include "optimized/overlap/worth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace tutti::overlap {
namespace {

Worth::Seconds alone(Worth::Seconds seconds) { return seconds; }

/// Which of so many calls return early, if cycles take so many seconds.
std::vector<bool> calls(int count, double early_seconds, double blocking_seconds) {
  Worth worth;
  std::vector<bool> result;
  double now = 1000;
  for (int call = 0; call < count; ++call) {
    result.push_back(worth.begins(now, alone));
    now += result.back() ? early_seconds : blocking_seconds;
  }
  return result;
}

long count(const std::vector<bool>& calls, bool early) {
  return std::count(calls.begin(), calls.end(), early);
}

TEST(Worth, BothWaysAreTriedAfterOneColdCall) {
  EXPECT_EQ(calls(3, 1, 1), (std::vector<bool>{false, false, true}));
}

TEST(Worth, WhatIsClearlyBetterStays) {
  EXPECT_EQ(count(calls(31, 1, 1.5), false), 2);
  EXPECT_EQ(count(calls(31, 1.5, 1), true), 1);
}

TEST(Worth, WhatIsCloseIsTriedAgainEverMoreSeldom) {
  EXPECT_EQ(count(calls(31, 1, 1.05), false), 3);  // calls 1, 2 and 16
  EXPECT_EQ(count(calls(1000, 1.05, 1), true), 7);
}

TEST(Worth, ChangesWithThePhaseOfTheProgram) {
  Worth worth;
  double now = 1000;
  bool early = true;
  for (int call = 0; call < 2000; ++call) {
    early = worth.begins(now, alone);
    const bool early_is_good = call >= 500;
    now += early == early_is_good ? 1 : 2;
  }
  EXPECT_TRUE(early);
}

TEST(Worth, OneSlowCycleDoesNotDecide) {
  Worth worth;
  double now = 1000;
  for (int call = 0; call < 100; ++call)
    now += worth.begins(now, alone) ? (call == 50 ? 100 : 1) : 2;
  EXPECT_TRUE(worth.begins(now, alone));
}

TEST(Worth, RanksDecideTogether) {
  Worth worth;
  std::vector<bool> early;
  for (int call = 0; call < 10; ++call)
    early.push_back(worth.begins(call, [](Worth::Seconds) { return Worth::Seconds{2, 1}; }));
  EXPECT_EQ(count(early, true), 1);
}

}  // namespace
}  // namespace tutti::overlap
