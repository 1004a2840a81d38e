#include "harness/runner/watchdog.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

using namespace std::chrono_literals;

RankProgress::Effort effort(std::chrono::milliseconds ran, std::chrono::milliseconds waited) {
  return {.steps = 7, .ran = ran, .waited = waited, .in_case = true};
}

TEST(Watchdog, ARankThatLacksACoreIsOnlySlow) {
  EXPECT_FALSE(is_stuck(effort(10ms, 0ms), effort(60ms, 9000ms), 10s));
}

TEST(Watchdog, ARankThatHadItsShareOfACoreHangs) {
  EXPECT_TRUE(is_stuck(effort(10ms, 0ms), effort(400ms, 9000ms), 10s));
}

TEST(Watchdog, ARankThatSleepsHangs) {
  EXPECT_TRUE(is_stuck(effort(10ms, 0ms), effort(11ms, 5ms), 10s));
}

TEST(Watchdog, ARankThatHasEndedTheCaseIsNotWaitedFor) {
  auto ended = effort(11ms, 9000ms);
  ended.in_case = false;
  EXPECT_TRUE(is_stuck(effort(10ms, 0ms), ended, 10s));
}

}  // namespace
}  // namespace tutti
