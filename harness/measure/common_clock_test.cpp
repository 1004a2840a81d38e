// Compares the common clock with the true time. That is known, since the clocks of the ranks are
// wrong by injected amounts only: as those of so many hosts, or of two hosts on 4 ranks.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "harness/measure/round_timer.hpp"
#include "harness/measure/test_clock.hpp"

namespace tutti {
namespace {

using namespace std::chrono_literals;

class CommonClocks : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    int ranks = 0;
    PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char* const clocks = ranks == 4 ? "skew_us=2000,drift_us_per_s=20,ranks_per_host=2"
                                          : "skew_us=2000,drift_us_per_s=20";
    setenv("TUTTI_TEST_CLOCK", clocks, 1);
  }

  /// Returns how far the clock is from that of rank 0, which is right.
  static double error_us(const CommonClock& clock, double local_us) {
    return clock.at(local_us) - TestClock::of_process().true_us(local_us);
  }

  const Exchange world_{MPI_COMM_WORLD};
};

TEST_F(CommonClocks, ErrorsAreWithinTheirBounds) {
  for (int trial = 0; trial < 5; ++trial) {
    CommonClock clock(world_);
    EXPECT_FALSE(clock.shared());
    for (int renewal = 0; renewal < 5; ++renewal) {
      clock.renew();
      for (const double later_us : {0.0, 1e4, 1e5, 1e6}) {
        const double local_us = now_us() + later_us;
        EXPECT_LE(std::abs(error_us(clock, local_us)), clock.error_us_at(local_us) + 0.01);
      }
      std::this_thread::sleep_for(20ms);
    }
    if (TestClock::of_process().host() == 0) {
      EXPECT_EQ(clock.error_us(), 0);
      EXPECT_EQ(clock.at(5), 5);
    }
  }
}

TEST_F(CommonClocks, BoundsGrowUntilClocksAreComparedAgain) {
  CommonClock clock(world_);
  const double local_us = now_us();
  if (TestClock::of_process().host() != 0) {
    EXPECT_GT(clock.error_us_at(local_us + 1e6), clock.error_us_at(local_us));
    EXPECT_GE(clock.error_us(), clock.error_us_when_compared());
  }
  clock.renew();
}

TEST_F(CommonClocks, ConstantOffsetsAreWrongByTheDrift) {
  CommonClock clock(world_, ClockRule::constant);
  clock.renew();
  const double local_us = now_us();
  const double grown_us = error_us(clock, local_us + 1e6) - error_us(clock, local_us);
  EXPECT_NEAR(grown_us, TestClock::of_process().drift_us_per_s(), 0.1);
}

TEST_F(CommonClocks, RoundsAreUncertainIfTheirTimeIsShort) {
  RoundTimer timer(world_);
  const auto nothing = [] {};
  const auto brief = timer.time(nothing, {.rounds = 2, .window_us = 1e4, .expected_us = 0.01});
  const auto lengthy = timer.time(nothing, {.rounds = 2, .window_us = 1e4, .expected_us = 1e8});
  EXPECT_EQ(brief.uncertain, world_.rank() == 0);
  EXPECT_FALSE(lengthy.uncertain);
  EXPECT_EQ(lengthy.clock_error_us > 0, world_.rank() == 0);
}

TEST_F(CommonClocks, RoundTimeIsThatOfTheSlowestRank) {
  RoundTimer timer(world_);
  const auto batch = timer.round_time(
      [&] {
        if (world_.rank() == world_.ranks() - 1) std::this_thread::sleep_for(2ms);
      },
      {.rounds = 5});
  EXPECT_EQ(batch.samples_us.size(), world_.rank() == 0 ? 5u : 0u);
  for (const double sample : batch.samples_us) EXPECT_GE(sample, 1990);
  EXPECT_FALSE(batch.uncertain);
}

}  // namespace
}  // namespace tutti
