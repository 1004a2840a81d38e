#include "harness/history/change_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace tutti {
namespace {

/// Values beyond this many robust standard deviations from the median count as if they were there.
constexpr double reach = 3.5;
constexpr double deviations_of_mad = 1.4826;  // a normal distribution's standard deviation per MAD

double median_of(std::vector<double> values) { return summarize(std::move(values)).median; }

/// Returns the standard deviation as the median absolute deviation tells it.
double robust_deviation(const std::vector<double>& values, double centre) {
  std::vector<double> distances;
  for (const double value : values) distances.push_back(std::abs(value - centre));
  return deviations_of_mad * median_of(std::move(distances));
}

/// Returns the value, or the nearest one within reach of the centre. Without a deviation, as if
/// half of all values are equal, nothing is out of reach.
double within_reach(double value, double centre, double deviation) {
  if (deviation <= 0) return value;
  return std::clamp(value, centre - reach * deviation, centre + reach * deviation);
}

/// A stretch of one series that is searched for a change.
struct Segment {
  std::size_t series = 0;
  std::vector<std::size_t> runs = {};  ///< that have a value, in order
  LogSeries values = {};               ///< of all runs; not a number outside of the segment
};

Segment segment_of(std::size_t number, const LogSeries& series, std::vector<std::size_t> runs) {
  std::vector<double> own;
  for (const auto run : runs) own.push_back(series[run]);
  LogSeries values(series.size(), std::numeric_limits<double>::quiet_NaN());
  if (!own.empty()) {
    const double centre = median_of(own);
    const double deviation = robust_deviation(own, centre);
    for (const auto run : runs) values[run] = within_reach(series[run], centre, deviation);
  }
  return {number, std::move(runs), std::move(values)};
}

std::vector<Segment> whole_series(std::span<const LogSeries> series) {
  std::vector<Segment> segments;
  for (std::size_t number = 0; number < series.size(); ++number) {
    std::vector<std::size_t> runs;
    for (std::size_t run = 0; run < series[number].size(); ++run)
      if (!std::isnan(series[number][run])) runs.push_back(run);
    segments.push_back(segment_of(number, series[number], std::move(runs)));
  }
  return segments;
}

/// The split of a list of values at which both sides differ most.
struct Split {
  std::size_t at = 0;  ///< number of values before it
  double deviate = 0;  ///< t of the difference, as the normal deviate of equal probability
};

/// Returns the normal deviate whose tail is about that of a t with that many degrees of freedom,
/// given the square of t (Wallace, Annals of Mathematical Statistics, 1959). It makes series of
/// different lengths comparable.
double normal_deviate(double t_squared, double freedom) {
  const double correction = (8 * freedom + 1) / (8 * freedom + 3);
  return correction * std::sqrt(freedom * std::log1p(t_squared / freedom));
}

double square(double value) { return value * value; }

/// Returns the sum of the squared differences of neighbours.
double sum_of_steps(const std::vector<double>& values) {
  double sum = 0;
  for (std::size_t i = 1; i < values.size(); ++i) sum += square(values[i] - values[i - 1]);
  return sum;
}

/// Returns the running median of three: without lone outliers, with every step between two levels
/// of two values or more where it was. There must be at least three values.
void remove_spikes(const std::vector<double>& values, std::vector<double>& smooth) {
  smooth.resize(values.size());
  const auto last = values.size() - 1;
  for (std::size_t i = 1; i < last; ++i) {
    const auto [low, high] = std::minmax(values[i - 1], values[i + 1]);
    smooth[i] = std::clamp(values[i], low, high);
  }
  smooth[0] = smooth[1];
  smooth[last] = smooth[last - 1];
}

/// Finds the split of at least four values with the largest t, without spikes. The noise is that of
/// neighbours on the same side (von Neumann and others, 1941), so that a second change elsewhere
/// does not count as noise.
Split best_split(const std::vector<double>& values) {
  const std::size_t count = values.size();
  const auto n = static_cast<double>(count);
  std::vector<double> smooth;
  remove_spikes(values, smooth);
  const double mean = std::accumulate(smooth.begin(), smooth.end(), 0.0) / n;
  const double steps = sum_of_steps(values);
  const double rounding = square(1e-12 * std::max(1.0, std::abs(mean)));
  double left = 0, best = 0;
  Split split;
  for (std::size_t i = 0; i + runs_beside_change < count; ++i) {
    left += smooth[i] - mean;
    if (i + 1 < runs_beside_change) continue;
    const auto k = static_cast<double>(i + 1);
    const double between = left * left * n / (k * (n - k));
    const double noise = (steps - square(values[i + 1] - values[i])) / (2 * (n - 2));
    const double t_squared = between / std::max(noise, rounding);
    if (between <= n * rounding || t_squared <= best) continue;
    best = t_squared;
    split.at = i + 1;
  }
  split.deviate = normal_deviate(best, 2 * (n - 2) / 3);
  return split;
}

/// Returns the values of a segment in the order in which its runs stand in that permutation.
void permute(const Segment& segment, const std::vector<std::size_t>& order,
             std::vector<double>& permuted) {
  permuted.clear();
  for (const auto run : order)
    if (!std::isnan(segment.values[run])) permuted.push_back(segment.values[run]);
}

std::vector<std::size_t> in_order(std::size_t runs) {
  std::vector<std::size_t> order(runs);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

/// Returns the smallest number of runs of which so few permutations have the same runs at one end
/// that a change among them can be significant.
std::size_t shortest_segment(double false_alarm_rate) {
  double arrangements = 1;  // of 2 k runs, of which k are behind the change
  for (std::size_t k = 1;; ++k) {
    const auto size = static_cast<double>(2 * k);
    arrangements *= size * (size - 1) / static_cast<double>(k * k);
    if (2 / arrangements <= false_alarm_rate) return 2 * std::max(k, runs_beside_change);
  }
}

/// One round: the best split of each segment, and the p-value of its deviate within all segments.
class Round {
 public:
  Round(const std::vector<Segment>& segments, std::size_t runs, const ChangeTest& test)
      : segments_(segments),
        shortest_(shortest_segment(test.false_alarm_rate)),
        as_large_(segments.size(), 0) {
    for (const auto& segment : segments) splits_.push_back(best_split_of(segment, in_order(runs)));
    const int at_most = static_cast<int>(test.false_alarm_rate * (permutations(test) + 1)) - 1;
    std::mt19937_64 random(test.seed);
    auto order = in_order(runs);
    for (int i = 0; i < permutations(test) && least_count() <= at_most; ++i) {
      std::shuffle(order.begin(), order.end(), random);
      count(largest_deviate(order));
    }
    p_per_count_ = 1.0 / (permutations(test) + 1);
  }

  const Split& split(std::size_t segment) const { return splits_[segment]; }
  /// Exact up to the rate of the test, at least that rate beyond it.
  double p(std::size_t segment) const { return (as_large_[segment] + 1) * p_per_count_; }

 private:
  /// 20 of as many permutations and the history itself may be as extreme as it.
  static int permutations(const ChangeTest& test) {
    return static_cast<int>(std::ceil(20 / test.false_alarm_rate)) - 1;
  }

  int least_count() const {
    return as_large_.empty() ? std::numeric_limits<int>::max() : std::ranges::min(as_large_);
  }

  Split best_split_of(const Segment& segment, const std::vector<std::size_t>& order) {
    if (segment.runs.size() < shortest_) return {};
    permute(segment, order, permuted_);
    return best_split(permuted_);
  }

  double largest_deviate(const std::vector<std::size_t>& order) {
    double largest = 0;
    for (const auto& segment : segments_)
      largest = std::max(largest, best_split_of(segment, order).deviate);
    return largest;
  }

  void count(double largest) {
    constexpr double rounding = 1e-9;  // sums in another order differ by less
    for (std::size_t i = 0; i < splits_.size(); ++i)
      as_large_[i] += largest >= splits_[i].deviate * (1 - rounding);
  }

  const std::vector<Segment>& segments_;
  std::size_t shortest_;
  std::vector<Split> splits_ = {};
  std::vector<int> as_large_;  ///< permutations with a deviate at least as large
  double p_per_count_ = 1;
  std::vector<double> permuted_ = {};
};

/// Splits segments until no split is significant. Returns the changes of each series, without
/// ratios.
std::vector<std::vector<ChangePoint>> significant_splits(std::span<const LogSeries> series,
                                                         const ChangeTest& test) {
  std::vector<std::vector<ChangePoint>> changes(series.size());
  const std::size_t runs = series.empty() ? 0 : series.front().size();
  auto segments = whole_series(series);
  for (bool any = true; any;) {
    any = false;
    const Round round(segments, runs, test);
    std::vector<Segment> parts;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      auto& [number, of, values] = segments[i];
      if (round.p(i) > test.false_alarm_rate) {
        parts.push_back(std::move(segments[i]));
        continue;
      }
      any = true;
      const auto middle = of.begin() + static_cast<std::ptrdiff_t>(round.split(i).at);
      changes[number].push_back({.before = *(middle - 1), .first = *middle, .p = round.p(i)});
      parts.push_back(segment_of(number, series[number], {of.begin(), middle}));
      parts.push_back(segment_of(number, series[number], {middle, of.end()}));
    }
    segments = std::move(parts);
  }
  for (auto& of_series : changes)
    std::ranges::sort(of_series, {}, [](const ChangePoint& change) { return change.first; });
  return changes;
}

/// Returns the quantile of Student's t that bounds the default confidence, by the expansion of
/// Cornish and Fisher, whose error is below 1 % from 6 degrees of freedom on.
double student_quantile(double freedom) {
  constexpr double z = 1.959964;
  constexpr double z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom);
}

/// Returns the values between the changes.
std::vector<std::vector<double>> levels(const LogSeries& series,
                                        const std::vector<ChangePoint>& changes) {
  std::vector<std::vector<double>> parts(1);
  for (std::size_t run = 0; run < series.size(); ++run) {
    if (parts.size() <= changes.size() && run == changes[parts.size() - 1].first)
      parts.emplace_back();
    if (!std::isnan(series[run])) parts.back().push_back(series[run]);
  }
  return parts;
}

/// Adds the ratio of each change, whose noise is that of the whole series about its levels.
void add_ratios(const LogSeries& series, std::vector<ChangePoint>& changes) {
  if (changes.empty()) return;
  auto parts = levels(series, changes);
  std::vector<double> residuals, means;
  for (const auto& part : parts)
    for (const double value : part) residuals.push_back(value - median_of(part));
  const double deviation = robust_deviation(residuals, 0);
  double squares = 0, freedom = 0;
  for (const auto& part : parts) {
    const double centre = median_of(part);
    double sum = 0;
    for (const double value : part) sum += within_reach(value, centre, deviation);
    const auto count = static_cast<double>(part.size());
    means.push_back(sum / count);
    for (const double value : part) {
      const double residual = within_reach(value, centre, deviation) - means.back();
      squares += residual * residual;
    }
    freedom += count - 1;
  }
  const double noise = std::sqrt(squares / freedom) * student_quantile(freedom);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const double ratio = means[i + 1] - means[i];
    const double width = noise * std::sqrt(1 / static_cast<double>(parts[i].size()) +
                                           1 / static_cast<double>(parts[i + 1].size()));
    changes[i].log_ratio = {ratio, {ratio - width, ratio + width}};
  }
}

}  // namespace

std::vector<std::vector<ChangePoint>> change_points(std::span<const LogSeries> series,
                                                    const ChangeTest& test) {
  auto changes = significant_splits(series, test);
  for (std::size_t i = 0; i < series.size(); ++i) add_ratios(series[i], changes[i]);
  return changes;
}

std::size_t runs_to_show_change(std::size_t runs_before, double false_alarm_rate) {
  double arrangements = 1;  // of all runs, of which the last `after` are those after the change
  for (std::size_t after = 1; after <= runs_before; ++after) {
    arrangements *= static_cast<double>(runs_before + after) / static_cast<double>(after);
    constexpr double both_ends = 2, margin = 2;  // the permutations are drawn
    if (after >= runs_beside_change && both_ends * margin / arrangements <= false_alarm_rate)
      return after;
  }
  return 0;
}

}  // namespace tutti
