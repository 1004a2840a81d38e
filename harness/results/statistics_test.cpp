#include "harness/results/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tutti {
namespace {

std::vector<double> one_to(int n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

std::vector<double> shifted(std::vector<double> values, double by) {
  for (double& value : values) value += by;
  return values;
}

TEST(Quantile, InterpolatesBetweenNeighbours) {
  const std::vector<double> sorted{1, 2, 4, 8};
  EXPECT_DOUBLE_EQ(quantile(sorted, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.5), 3);
  EXPECT_DOUBLE_EQ(quantile(sorted, 1), 8);
  EXPECT_DOUBLE_EQ(quantile(std::vector{5.0}, 0.99), 5);
}

// Tables of order statistics at 95 %: n = 10 leaves out one sample at each end (coverage 97.9 %), n
// = 20 leaves out five, n = 5 cannot reach 95 % and keeps all.
TEST(MedianInterval, AgreesWithTheTables) {
  EXPECT_EQ(median_interval(one_to(5)), (Interval{1, 5}));
  EXPECT_EQ(median_interval(one_to(10)), (Interval{2, 9}));
  EXPECT_EQ(median_interval(one_to(20)), (Interval{6, 15}));
  EXPECT_EQ(median_interval(one_to(100)), (Interval{40, 61}));
  EXPECT_EQ(median_interval(one_to(1)), (Interval{1, 1}));
  EXPECT_EQ(median_interval(one_to(2)), (Interval{1, 2}));
}

TEST(MedianInterval, IsCheapAndSaneForManySamples) {
  const auto [low, high] = median_interval(one_to(10000));
  EXPECT_EQ(low, 4902);
  EXPECT_EQ(high, 5099);
}

TEST(Summary, TakesSamplesInAnyOrder) {
  const auto summary = summarize({4, 1, 3, 2});
  EXPECT_EQ(summary.repetitions, 4);
  EXPECT_DOUBLE_EQ(summary.median, 2.5);
  EXPECT_DOUBLE_EQ(summary.min, 1);
  EXPECT_DOUBLE_EQ(summary.max, 4);
  EXPECT_DOUBLE_EQ(summary.p95, 3.85);
  EXPECT_DOUBLE_EQ(relative_width(summary), 0.6);
}

// {1..5} against {6..10}: U = 0, mean 12.5, variance 25 * 11 / 12, z = 12 / 4.7871 = 2.5067.
TEST(MannWhitney, AgreesWithAHandComputedValue) {
  EXPECT_NEAR(mann_whitney(one_to(5), shifted(one_to(5), 5)), 0.012186, 1e-5);
  EXPECT_NEAR(mann_whitney(one_to(5), one_to(5)), 1, 1e-9);
}

// {1, 2, 2} against {2, 3, 3}: ranks 1, 3, 3, 3, 5.5, 5.5; U = 1, ties 24 + 6, so the variance is
// 9 / 12 * (7 - 30 / 30) = 4.5 and z = (4.5 - 1 - 0.5) / 2.1213 = 1.4142.
TEST(MannWhitney, CorrectsForTies) {
  EXPECT_NEAR(mann_whitney(std::vector{1.0, 2.0, 2.0}, std::vector{2.0, 3.0, 3.0}), 0.157299, 1e-5);
}

TEST(MannWhitney, SeesNoDifferenceBetweenConstants) {
  EXPECT_EQ(mann_whitney(std::vector{1.0, 1.0}, std::vector{1.0, 1.0}), 1);
}

TEST(Compare, NeedsMarginSignificanceAndAgreementOfLaunches) {
  const auto base = shifted(one_to(30), 100);
  const auto faster = shifted(one_to(30), 60);
  EXPECT_EQ(compare({faster}, {base}), Verdict::better);
  EXPECT_EQ(compare({base}, {faster}), Verdict::worse);
  EXPECT_EQ(compare({base}, {base}), Verdict::tie);
  EXPECT_EQ(compare({shifted(base, -2)}, {base}), Verdict::tie) << "inside of the margin";
  EXPECT_EQ(compare({{60, 61}}, {{100, 101}}), Verdict::tie) << "too few to be significant";
  EXPECT_EQ(compare({faster, faster, shifted(base, 1)}, {base, base, base}), Verdict::tie)
      << "one launch says otherwise";
  EXPECT_EQ(compare({}, {base}), Verdict::tie);
}

// The rank test is significant, but the intervals of the medians are wide since half of each set is
// far from the rest.
TEST(Compare, NeedsIntervalsThatDoNotOverlap) {
  std::vector<double> torn, later;
  for (int i = 0; i < 20; ++i) {
    torn.push_back(i < 11 ? 10 + i * 0.01 : 100 + i);
    later.push_back(i < 9 ? 11 + i * 0.01 : 130 + i);
  }
  EXPECT_LT(mann_whitney(torn, later), 0.02);
  EXPECT_EQ(compare({torn}, {later}, {.alpha = 0.02}), Verdict::tie);
}

TEST(Speedup, IsTheRatioOfMediansWithinItsInterval) {
  const auto estimate = speedup({shifted(one_to(99), 50)}, {shifted(one_to(99), 150)});
  EXPECT_DOUBLE_EQ(estimate.value, 2);
  EXPECT_LT(estimate.interval.low, 2);
  EXPECT_GT(estimate.interval.high, 2);
  EXPECT_GT(estimate.interval.low, 1.7);
  EXPECT_LT(estimate.interval.high, 2.3);
}

// The ratio is precise within each launch but differs between launches: more samples of the same
// launches must not narrow the interval.
TEST(Speedup, AnIntervalKnowsThatLaunchesDiffer) {
  const auto base = shifted(one_to(99), 1000);
  const auto estimate = speedup({base, base}, {base, shifted(base, 1000)});
  EXPECT_LT(estimate.interval.low, 1.02);
  EXPECT_GT(estimate.interval.high, 1.9);
}

// Both sides slow down in the second launch, which says nothing about which of them is faster.
TEST(Speedup, LaunchesAreDrawnTogether) {
  const auto base = shifted(one_to(99), 1000);
  const auto estimate = speedup({base, shifted(base, 1000)}, {base, shifted(base, 1000)});
  EXPECT_GT(estimate.interval.low, 0.95);
  EXPECT_LT(estimate.interval.high, 1.05);
}

// Two of three launches are slow for both sides, and the fast launch has more samples.
TEST(Speedup, WithinLaunchesSpeedsOfLaunchesDoNotCount) {
  const auto fast = shifted(one_to(99), 1000), slow = shifted(one_to(9), 4000);
  const auto twice = [](std::vector<double> samples) {
    for (double& sample : samples) sample *= 2;
    return samples;
  };
  EXPECT_DOUBLE_EQ(
      speedup_within_launches({{slow, fast, slow}, {twice(slow), twice(fast), twice(slow)}}).value,
      2);
}

TEST(MeanOfMedians, CountsEachLaunchAlike) {
  EXPECT_DOUBLE_EQ(mean_of_medians({{1, 1, 1, 2, 1}, {4}}), 2);
  EXPECT_DOUBLE_EQ(pooled_median({{1, 1, 1, 2, 1}, {4}}), 1);
}

TEST(Speedup, WithinLaunchesOneThatWasDisturbedDoesNotCount) {
  const auto estimate = speedup_within_launches({{{1}, {1}, {9}}, {{3}, {3}, {3}}});
  EXPECT_DOUBLE_EQ(estimate.value, 3);
  EXPECT_DOUBLE_EQ(estimate.interval.low, 1. / 3);
  EXPECT_DOUBLE_EQ(estimate.interval.high, 3);
}

TEST(Speedup, TheMeanWithinLaunchesTakesEachAlone) {
  const std::vector<Pairing> pairings{{{{1.2}, {2.4}, {1.5}}, {{1}, {2}, {1.5}}},
                                      {{{1}, {1}, {1}}, {{1.2}, {1.2}, {1.2}}}};
  const auto estimate = geometric_mean_speedup_within_launches(pairings);
  EXPECT_DOUBLE_EQ(estimate.value, 1);
  EXPECT_DOUBLE_EQ(estimate.interval.low, 1);
  EXPECT_DOUBLE_EQ(estimate.interval.high, std::sqrt(1.2));
}

TEST(Speedup, TheMeanIsGeometric) {
  const std::vector<Pairing> pairings{{{{1, 1, 1}}, {{4, 4, 4}}}, {{{1, 1, 1}}, {{1, 1, 1}}}};
  const auto estimate = geometric_mean_speedup(pairings);
  EXPECT_DOUBLE_EQ(estimate.value, 2);
  EXPECT_DOUBLE_EQ(estimate.interval.low, 2);
  EXPECT_EQ(geometric_mean_speedup({}).value, 1);
}

}  // namespace
}  // namespace tutti
