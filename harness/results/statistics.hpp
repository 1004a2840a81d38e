#pragma once

#include <span>
#include <vector>

namespace tutti {

/// A closed interval, in the unit of what it bounds.
struct Interval {
  double low = 0;
  double high = 0;

  friend bool operator==(const Interval&, const Interval&) = default;
};

/// What a set of samples says. All in the unit of the samples.
struct Summary {
  int repetitions = 0;
  double median = 0;
  Interval median_interval;  ///< of the median, at the confidence asked for
  double p95 = 0;
  double p99 = 0;
  double min = 0;
  double max = 0;
};

constexpr double default_confidence = 0.95;

/// Of fewer samples no interval holds the median with that confidence.
constexpr int repetitions_for_interval = 6;

/// The value below which the given fraction of the samples lies, interpolated linearly between
/// neighbours. The samples must be sorted and at least one.
double quantile(std::span<const double> sorted, double fraction);

/// Confidence interval of the median from order statistics: it holds for every distribution. The
/// samples must be sorted and at least one; with too few for the confidence it is their range.
Interval median_interval(std::span<const double> sorted, double confidence = default_confidence);

/// All of the above, of samples in any order. At least one.
Summary summarize(std::vector<double> samples, double confidence = default_confidence);

/// Half the width of the median's interval relative to the median: what "narrow enough" means.
double relative_width(const Summary& summary);

/// Two-sided p-value of the Mann-Whitney rank test with correction for ties and continuity: how
/// probable so different ranks are if both sets come from one distribution. Normal approximation.
double mann_whitney(std::span<const double> a, std::span<const double> b);

/// How a candidate compares with the default.
enum class Verdict { better, tie, worse };

constexpr const char* name(Verdict verdict) {
  return verdict == Verdict::better ? "better" : verdict == Verdict::worse ? "worse" : "tie";
}

/// What it takes to call two sets of samples different.
struct Significance {
  double margin = 0.05;  ///< medians must differ by more than this fraction of the default's
  double alpha = 0.01;   ///< and the rank test must reject at this level
};

/// The samples of one subject at one point, launch by launch.
using Launches = std::vector<std::vector<double>>;

/// Compares candidate times with default times: better is shorter. Beside the rank test over all
/// samples and the margin, the intervals of the medians must not overlap, and the medians must lie
/// on the same side in every launch that both have, since the launch itself is a factor that more
/// repetitions do not average out. Else a tie.
Verdict compare(const Launches& candidate, const Launches& baseline,
                Significance significance = {});

/// The samples of all launches in one set.
std::vector<double> pooled(const Launches& launches);

/// The median of the samples of all launches. At least one sample.
double pooled_median(const Launches& launches);

/// The geometric mean of the launches' medians: each launch counts alike, however many samples it has. Where
/// launches ran at different speeds, a median of the samples of all lies with the one that has more. At
/// least one launch, none empty.
double mean_of_medians(const Launches& launches);

/// A ratio or another estimate with its interval.
struct Estimate {
  double value = 0;
  Interval interval;
};

/// Two that are compared. Launches of equal index belong together if both have equally many.
struct Pairing {
  Launches candidate;
  Launches baseline;
};

/// Baseline median over candidate median, each of all samples (above 1: the candidate is faster),
/// with the bootstrap's percentile interval. That draws launches and then samples of these, since a
/// launch moves all of its samples together. No launch may be empty, and both have at least one.
Estimate speedup(const Launches& candidate, const Launches& baseline);

/// Baseline median over candidate median within each launch; of these the median, with its interval. For two
/// that were measured in the same launches, at least one, or in launches one behind the other: what ran at
/// another speed says the same of them, while a median of the samples of all lies between the speeds.
Estimate speedup_within_launches(const Pairing& pairing);

/// Geometric mean of the speedups, with its interval, likewise. 1 without pairings.
Estimate geometric_mean_speedup(std::span<const Pairing> pairings);

/// Geometric mean of the speedups within launches; its interval draws launches.
Estimate geometric_mean_speedup_within_launches(std::span<const Pairing> pairings);

}  // namespace tutti
