#include "optimized/fabric/idle_time_meter.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "optimized/fabric/backoff.hpp"

namespace tutti::fabric {
namespace {

using namespace std::chrono_literals;

TEST(IdleTimeMeter, MeasuresHowLongAThreadWaits) {
  using Clock = std::chrono::steady_clock;
  IdleTimeMeter timer;
  Backoff backoff;
  const auto begun = Clock::now();
  while (Clock::now() - begun < 20ms) backoff.pause();
  ASSERT_TRUE(timer.seconds());
  EXPECT_GT(*timer.seconds(), 0);
  EXPECT_LE(*timer.seconds(), std::chrono::duration<double>(Clock::now() - begun).count());
}

TEST(IdleTimeMeter, WorkBetweenTwoLooksDoesNotCount) {
  const IdleTimeMeter timer;
  Backoff backoff;
  for (int look = 0; look < 1000; ++look) {
    backoff.pause();
    backoff.reset();
  }
  EXPECT_EQ(timer.seconds(), 0);
}

TEST(IdleTimeMeter, ATurnThatOthersHadDoesNotCount) {
  IdleTimeMeter timer;
  timer.look(false);
  std::this_thread::sleep_for(1ms);
  timer.look(true);
  EXPECT_EQ(timer.seconds(), 0);
}

TEST(IdleTimeMeter, KnowsNothingOfWhoWaitsElsewhere) {
  const IdleTimeMeter timer;
  std::thread([] { Backoff().pause(); }).join();
  EXPECT_EQ(timer.seconds(), std::nullopt);
}

}  // namespace
}  // namespace tutti::fabric
