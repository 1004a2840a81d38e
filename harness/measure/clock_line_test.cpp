#include "harness/measure/clock_line.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "contract/error.hpp"
#include "harness/measure/test_clock.hpp"

namespace tutti {
namespace {

/// A pair of clocks with a known offset, and a network between them with random delays.
class Pair {
 public:
  explicit Pair(std::uint64_t seed) : random_(seed) {
    offset_us_ = uniform(-1e9, 1e9);
    drift_us_per_s_ = uniform(-100, 100);
    wander_us_per_s2_ = uniform(-ClockFit::wander_us_per_s2_max, ClockFit::wander_us_per_s2_max);
    shortest_there_us_ = uniform(1, 30);
    shortest_back_us_ = uniform(1, 30);
  }

  double offset_us(double local_us) const {
    const double s = local_us / 1e6;
    return offset_us_ + drift_us_per_s_ * s + wander_us_per_s2_ * s * s / 2;
  }

  /// Returns what 20 exchanges tell, of which each delay is more than the shortest one.
  std::vector<OffsetBounds> exchanges(double begin_us) {
    std::vector<OffsetBounds> all;
    for (int i = 0; i < 20; ++i) {
      const double read_us = begin_us + delay_us(shortest_there_us_);
      const double end_us = read_us + delay_us(shortest_back_us_);
      const double answer_us = read_us + offset_us(read_us);
      all.push_back({end_us, answer_us - end_us, begin_us, answer_us - begin_us});
      begin_us = end_us;
    }
    return all;
  }

  double shortest_round_trip_us() const { return shortest_there_us_ + shortest_back_us_; }
  double drift_us_per_s() const { return drift_us_per_s_; }

 private:
  double uniform(double low, double high) {
    return std::uniform_real_distribution(low, high)(random_);
  }
  /// One delay in five is a hundred times as long.
  double delay_us(double shortest_us) {
    const double mean_us = uniform(0, 1) < 0.2 ? 100 * shortest_us : shortest_us / 10;
    return shortest_us + std::exponential_distribution(1 / mean_us)(random_);
  }

  std::mt19937_64 random_;
  double offset_us_ = 0, drift_us_per_s_ = 0, wander_us_per_s2_ = 0;
  double shortest_there_us_ = 0, shortest_back_us_ = 0;
};

void expect_within_bound(const ClockLine& line, const Pair& pair, double at_us) {
  EXPECT_LE(std::abs(line.offset_us_at(at_us) - pair.offset_us(at_us)), line.error_us_at(at_us));
}

TEST(ClockFit, ErrorIsWithinItsBoundNowAndLater) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Pair pair(seed);
    ClockFit fit;
    for (int i = 0; i < 150; ++i) {
      const double begin_us = i < 10 ? 1e4 * i : 1e5 * i;
      fit.add(pair.exchanges(begin_us));
      for (const double later_us : {0.0, 1e5, 1e6, 1e7})
        expect_within_bound(fit.line(), pair, fit.line().origin_us + later_us);
    }
  }
}

TEST(ClockFit, BoundIsAboutHalfOfTheShortestRoundTrip) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Pair pair(seed);
    ClockFit fit;
    for (int i = 0; i < 20; ++i) fit.add(pair.exchanges(5e4 * i));
    EXPECT_LT(fit.line().offset_error_us, 0.7 * pair.shortest_round_trip_us());
    EXPECT_LT(fit.line().drift_error_us_per_s, 2 * pair.shortest_round_trip_us());
  }
}

TEST(ClockFit, LongerObservationMakesTheDriftMoreCertain) {
  Pair pair(1);
  ClockFit fit;
  for (int i = 0; i < 10; ++i) fit.add(pair.exchanges(1e4 * i));
  const double before = fit.line().drift_error_us_per_s;
  for (int i = 0; i < 10; ++i) fit.add(pair.exchanges(1e6 * (i + 1)));
  EXPECT_LT(fit.line().drift_error_us_per_s, before / 10);
}

TEST(ClockFit, ForgetsWhatAClockShowedBeforeItWasSet) {
  Pair before(1), after(2);
  ClockFit fit;
  for (int i = 0; i < 10; ++i) fit.add(before.exchanges(1e4 * i));
  for (int i = 10; i < 20; ++i) fit.add(after.exchanges(1e4 * i));
  expect_within_bound(fit.line(), after, fit.line().origin_us);
}

TEST(ClockFit, TakesClocksAsConstantIfTold) {
  Pair pair(1);
  ClockFit fit(0, 0);
  fit.add(pair.exchanges(0));
  EXPECT_EQ(fit.line().drift_us_per_s, 0);
  EXPECT_EQ(fit.line().error_us_at(1e9), fit.line().offset_error_us);
}

TEST(TestClock, IsOffByKnownAmounts) {
  const auto first = TestClock::parse("skew_us=2000,drift_us_per_s=20,ranks_per_host=2", 1);
  EXPECT_EQ(first.host(), 0);
  EXPECT_EQ(first.shown_us(5), 5);
  const auto fourth = TestClock::parse("skew_us=2000,drift_us_per_s=20", 4);
  EXPECT_EQ(fourth.skew_us(), -4000);
  EXPECT_EQ(fourth.drift_us_per_s(), -40);
  EXPECT_NEAR(fourth.shown_us(6e6) - fourth.shown_us(5e6), 1e6 - 40, 1e-3);
  EXPECT_NEAR(fourth.true_us(fourth.shown_us(5e6)), 5e6, 1e-3);
}

TEST(TestClock, RefusesWhatItDoesNotKnow) {
  for (const char* text : {"skew", "skew_us=", "skew_us=1x", "drift=1", "ranks_per_host=0", "=",
                           "skew_us=1,,drift_us_per_s=1"})
    EXPECT_THROW(TestClock::parse(text, 0), UsageError) << text;
}

}  // namespace
}  // namespace tutti
