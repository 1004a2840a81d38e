#pragma once

#include <span>
#include <vector>

namespace tutti {

/// A closed interval, in the unit of the value that it bounds.
struct Interval {
  double low = 0;
  double high = 0;

  friend bool operator==(const Interval&, const Interval&) = default;
};

/// Summary statistics of a set of samples, in the unit of the samples.
struct Summary {
  int repetitions = 0;
  double median = 0;
  Interval median_interval;  ///< confidence interval of the median
  double p95 = 0;
  double p99 = 0;
  double min = 0;
  double max = 0;
};

constexpr double default_confidence = 0.95;

/// Number of samples below which no interval holds the median with the default confidence.
constexpr int repetitions_for_interval = 6;

/// Returns the median of at least one value, in any order.
double median(std::vector<double> values);

/// Returns the value below which the given fraction of the samples lies, interpolated linearly
/// between neighbours. There must be at least one sample, and they must be sorted.
double quantile(std::span<const double> sorted, double fraction);

/// Returns the confidence interval of the median from order statistics, which is valid for every
/// distribution. There must be at least one sample, and they must be sorted. With too few samples
/// for the confidence, returns their range.
Interval median_interval(std::span<const double> sorted, double confidence = default_confidence);

/// Computes all summary statistics of at least one sample, in any order.
Summary summarize(std::vector<double> samples, double confidence = default_confidence);

/// Returns half the width of the median's confidence interval, relative to the median.
double relative_width(const Summary& summary);

/// Returns the two-sided p-value of the Mann-Whitney rank test, with correction for ties and
/// continuity: the probability of ranks at least as different if both sets come from one
/// distribution. Uses the normal approximation.
double mann_whitney(std::span<const double> a, std::span<const double> b);

/// The result of comparing a candidate with the default.
enum class Verdict { better, tie, worse };

constexpr const char* name(Verdict verdict) {
  return verdict == Verdict::better ? "better" : verdict == Verdict::worse ? "worse" : "tie";
}

/// The thresholds for calling two sets of samples different; both must be met.
struct Significance {
  double margin = 0.05;  ///< medians must differ by more than this fraction of the default's
  double alpha = 0.01;   ///< the rank test must reject at this level
};

/// The samples of one subject at one point, launch by launch.
using SamplesByLaunch = std::vector<std::vector<double>>;

/// Compares candidate times with default times: shorter is better. The result is a tie unless the
/// medians differ by more than the margin, the rank test over all samples is significant, the
/// confidence intervals of the medians are disjoint, and the medians differ in the same direction
/// in every launch that both have. The last condition is needed since the launch itself is a factor
/// that more repetitions do not average out.
Verdict compare(const SamplesByLaunch& candidate, const SamplesByLaunch& baseline,
                Significance significance = {});

/// Returns the samples of all launches in one set.
std::vector<double> pooled(const SamplesByLaunch& launches);

/// Returns the median of the samples of all launches. There must be at least one sample.
double pooled_median(const SamplesByLaunch& launches);

/// Returns the geometric mean of the medians of the launches, so that each launch counts equally,
/// however many samples it has. If launches ran at different speeds, the pooled median depends on
/// which launch has more samples. There must be at least one launch, and none may be empty.
double mean_of_medians(const SamplesByLaunch& launches);

/// An estimate, such as a ratio, with its confidence interval.
struct Estimate {
  double value = 0;
  Interval interval;
};

/// The samples of two subjects that are compared. Launches of equal index belong together if both
/// subjects have the same number of launches.
struct Pairing {
  SamplesByLaunch candidate;
  SamplesByLaunch baseline;
};

/// Returns the pooled baseline median over the pooled candidate median (above 1: the candidate is
/// faster), with the percentile interval of the bootstrap. The bootstrap draws launches first and
/// then samples within each, since a launch shifts all of its samples together. Both subjects need
/// at least one launch, and no launch may be empty.
Estimate speedup(const SamplesByLaunch& candidate, const SamplesByLaunch& baseline);

/// Returns the median, over the launches, of baseline median over candidate median within one
/// launch, with its confidence interval. Both subjects must have been measured in the same launches
/// (at least one), or in launches that directly followed each other: a change of the machine's
/// speed between launches then cancels out, but would bias the pooled medians.
Estimate speedup_within_launches(const Pairing& pairing);

/// Returns the geometric mean of the pairings' speedup(), with its bootstrap interval. Returns 1
/// without pairings.
Estimate geometric_mean_speedup(std::span<const Pairing> pairings);

/// Returns the geometric mean of the pairings' speedups within launches. The bootstrap for its
/// interval draws launches.
Estimate geometric_mean_speedup_within_launches(std::span<const Pairing> pairings);

}  // namespace tutti
