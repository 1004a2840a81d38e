#include "harness/history/change_points.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace tutti {
namespace {

constexpr std::size_t days = 30;
constexpr std::size_t quantities = 6;

/// What is made up: by how much one quantity changes, from which day on, and how much launches of a
/// day, and days, differ by chance (relative).
struct MadeUp {
  double change = 0;
  std::size_t from_day = days;
  double launch_noise = 0.02;
  double day_noise = 0;
};

/// Makes histories of three launches a day. Only the first quantity changes. Noise of a day is
/// common to all quantities.
std::vector<LogSeries> made_up(const MadeUp& history, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<LogSeries> series(quantities, LogSeries(days));
  for (std::size_t day = 0; day < days; ++day) {
    const double of_day = history.day_noise * normal(random);
    for (std::size_t i = 0; i < quantities; ++i) {
      std::vector<double> launches(3);
      for (double& value : launches) value = of_day + history.launch_noise * normal(random);
      std::ranges::sort(launches);
      const bool changed = i == 0 && day >= history.from_day;
      series[i][day] = launches[1] + (changed ? std::log1p(history.change) : 0);
    }
  }
  return series;
}

bool any_change(const std::vector<LogSeries>& series) {
  return std::ranges::any_of(change_points(series),
                             [](const auto& changes) { return !changes.empty(); });
}

/// Counts the histories without a change in which one is found.
int false_alarms(int histories, const MadeUp& noise) {
  int alarms = 0;
  for (int seed = 1; seed <= histories; ++seed)
    alarms += any_change(made_up(noise, static_cast<unsigned>(seed)));
  return alarms;
}

// At the rate of 1 %, 200 histories have more than 6 false alarms with a probability of 0.4 %.
constexpr int histories_without_change = 200;
constexpr int alarms_at_most = 6;

TEST(ChangePoints, FalseAlarmsKeepTheirRate) {
  EXPECT_LE(false_alarms(histories_without_change, {}), alarms_at_most);
}

TEST(ChangePoints, FalseAlarmsKeepTheirRateWhereDaysDifferMoreThanLaunches) {
  EXPECT_LE(false_alarms(histories_without_change, {.day_noise = 0.03}), alarms_at_most);
}

TEST(ChangePoints, AChangeOfFivePercentIsFoundOnItsDay) {
  constexpr std::size_t from_day = 17;
  int found = 0, covered = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const auto changes = change_points(made_up({.change = 0.05, .from_day = from_day}, seed))[0];
    if (changes.size() != 1) continue;
    const auto& [low, high] = changes[0].log_ratio.interval;
    found += changes[0].first >= from_day - 1 && changes[0].first <= from_day + 1;
    covered += low <= std::log(1.05) && std::log(1.05) <= high;
  }
  EXPECT_GE(found, 95);
  EXPECT_GE(covered, 88);  // of about 95 expected
}

TEST(ChangePoints, AReturnIsASecondChange) {
  auto series = made_up({.change = 0.2, .from_day = 10}, 1);
  for (std::size_t day = 20; day < days; ++day) series[0][day] -= std::log(1.2);
  const auto changes = change_points(series)[0];
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].first, 10u);
  EXPECT_EQ(changes[1].first, 20u);
  EXPECT_NEAR(std::exp(changes[0].log_ratio.value), 1.2, 0.03);
  EXPECT_NEAR(std::exp(changes[1].log_ratio.value), 1 / 1.2, 0.03);
}

TEST(ChangePoints, OneDisturbedRunIsNoChange) {
  int alarms = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    auto series = made_up({}, seed);
    for (auto& quantity : series) quantity.back() += 1;
    alarms += any_change(series);
  }
  EXPECT_LE(alarms, alarms_at_most);
}

TEST(ChangePoints, ADisturbedRunHidesNoLargeChangeAndBendsNoRatio) {
  auto series = made_up({.change = 0.2, .from_day = 17}, 1);
  series[0][5] += 1;
  const auto changes = change_points(series)[0];
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].first, 17u);
  EXPECT_NEAR(std::exp(changes[0].log_ratio.value), 1.2, 0.02);
}

TEST(ChangePoints, RunsWithoutTheQuantityAreLeftOut) {
  auto series = made_up({.change = 0.1, .from_day = 17}, 1);
  for (const std::size_t day : {3, 16, 17}) series[0][day] = std::nan("");
  const auto changes = change_points(series)[0];
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].before, 15u);
  EXPECT_EQ(changes[0].first, 18u);
}

TEST(ChangePoints, ALargeChangeShowsAfterAsManyRunsAsPromised) {
  for (const std::size_t before : {6u, 10u, 14u, 27u}) {
    const auto after = runs_to_show_change(before, ChangeTest{}.false_alarm_rate);
    ASSERT_GT(after, 0u) << before;
    auto series = made_up({.change = 0.5, .from_day = before}, 1);
    for (auto& quantity : series) quantity.resize(std::min(days, before + after));
    if (before + after > days) continue;
    EXPECT_EQ(change_points(series)[0].size(), 1u) << before;
  }
  EXPECT_EQ(runs_to_show_change(3, 0.01), 0u);
}

TEST(ChangePoints, EqualValuesDoNotChange) {
  EXPECT_FALSE(any_change({LogSeries(days, std::log(5.1)), LogSeries(days, 0)}));
  EXPECT_FALSE(any_change({}));
  EXPECT_FALSE(any_change({LogSeries{}, LogSeries{}}));
  EXPECT_FALSE(any_change({LogSeries(days, std::nan(""))}));
}

TEST(ChangePoints, AStepWithoutNoiseIsFound) {
  LogSeries series(days, 1);
  std::fill(series.begin() + 20, series.end(), 2);
  const auto changes = change_points({&series, 1})[0];
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].first, 20u);
  EXPECT_EQ(changes[0].log_ratio.interval, (Interval{1, 1}));
}

}  // namespace
}  // namespace tutti
