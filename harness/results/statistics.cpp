#include "harness/results/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace tutti {
namespace {

/// Probability that exactly k of n fair coins show heads.
double fair_binomial(int k, int n) {
  return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) -
                  n * std::log(2.0));
}

/// The rank sum of the first sample set among the values of both sets, and the sum of t^3 - t over
/// groups of t equal values.
struct RankSum {
  double ranks = 0;
  double ties = 0;
};

RankSum rank_sum(std::span<const double> a, std::span<const double> b) {
  std::vector<std::pair<double, bool>> all;
  for (const double value : a) all.emplace_back(value, true);
  for (const double value : b) all.emplace_back(value, false);
  std::sort(all.begin(), all.end());
  RankSum sum;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].first == all[begin].first) ++end;
    const double rank = (static_cast<double>(begin + end) + 1) / 2;
    const double size = static_cast<double>(end - begin);
    for (auto i = begin; i < end; ++i) sum.ranks += all[i].second ? rank : 0;
    sum.ties += size * size * size - size;
  }
  return sum;
}

/// Returns the sign (-1, 0 or 1) of the difference of medians if it is the same in every launch
/// that both have, else 0.
int agreed_direction(const SamplesByLaunch& candidate, const SamplesByLaunch& baseline) {
  int direction = 0;
  for (std::size_t i = 0; i < std::min(candidate.size(), baseline.size()); ++i) {
    if (candidate[i].empty() || baseline[i].empty()) continue;
    const double difference = median(candidate[i]) - median(baseline[i]);
    const int sign = (difference > 0) - (difference < 0);
    if (sign == 0 || sign == -direction) return 0;
    direction = sign;
  }
  return direction;
}

constexpr int resamples = 1000;
constexpr unsigned bootstrap_seed = 1;  // fixed, so that results are reproducible

void draw_samples(const std::vector<double>& samples, std::vector<double>& drawn,
                  std::mt19937& random) {
  std::uniform_int_distribution<std::size_t> any(0, samples.size() - 1);
  std::generate_n(std::back_inserter(drawn), samples.size(), [&] { return samples[any(random)]; });
}

/// Computes the log ratio of one bootstrap resample. Launches of equal index are drawn together,
/// since disturbances of a launch affect both sides.
double resampled_log_ratio(const Pairing& pairing, std::mt19937& random) {
  const auto& [candidate, baseline] = pairing;
  std::uniform_real_distribution<double> any(0, 1);
  std::vector<double> candidate_drawn, baseline_drawn;
  for (std::size_t i = 0; i < std::max(candidate.size(), baseline.size()); ++i) {
    const double position = any(random);
    const auto at = [&](const SamplesByLaunch& launches) -> const std::vector<double>& {
      return launches[static_cast<std::size_t>(position * static_cast<double>(launches.size()))];
    };
    draw_samples(at(candidate), candidate_drawn, random);
    draw_samples(at(baseline), baseline_drawn, random);
  }
  return std::log(median(std::move(baseline_drawn)) / median(std::move(candidate_drawn)));
}

/// Returns whether the confidence intervals of the two medians are disjoint.
bool apart(const Summary& a, const Summary& b) {
  return a.median_interval.high < b.median_interval.low ||
         b.median_interval.high < a.median_interval.low;
}

/// Returns the speedup of each launch.
std::vector<double> speedups(const Pairing& pairing) {
  std::vector<double> result;
  std::ranges::transform(pairing.baseline, pairing.candidate, std::back_inserter(result),
                         [](const auto& baseline, const auto& candidate) {
                           return median(baseline) / median(candidate);
                         });
  return result;
}

double resampled_log_speedup_within_launches(const Pairing& pairing, std::mt19937& random) {
  std::vector<double> drawn;
  draw_samples(speedups(pairing), drawn, random);
  return std::log(median(std::move(drawn)));
}

double mean_over(std::span<const Pairing> pairings, auto&& value_of) {
  double sum = 0;
  for (const auto& pairing : pairings) sum += value_of(pairing);
  return sum / static_cast<double>(pairings.size());
}

/// Computes the geometric mean over the pairings with the percentile interval of the bootstrap.
Estimate geometric_mean(std::span<const Pairing> pairings, auto&& log_of, auto&& resampled_log_of) {
  if (pairings.empty()) return {1, {1, 1}};
  std::mt19937 random(bootstrap_seed);
  std::vector<double> drawn(resamples);
  for (double& value : drawn)
    value = mean_over(pairings,
                      [&](const Pairing& pairing) { return resampled_log_of(pairing, random); });
  std::sort(drawn.begin(), drawn.end());
  return {std::exp(mean_over(pairings, log_of)),
          {std::exp(quantile(drawn, 0.025)), std::exp(quantile(drawn, 0.975))}};
}

}  // namespace

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double quantile(std::span<const double> sorted, double fraction) {
  const double position = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

Interval median_interval(std::span<const double> sorted, double confidence) {
  const int n = static_cast<int>(sorted.size());
  const double tail = (1 - confidence) / 2;
  // Leave out the k smallest and k largest samples, for the largest k that keeps the confidence.
  int k = 0;
  double outside = fair_binomial(0, n);
  while (2 * (k + 1) < n && outside + fair_binomial(k + 1, n) <= tail)
    outside += fair_binomial(++k, n);
  const auto low = static_cast<std::size_t>(k);
  return {sorted[low], sorted[sorted.size() - 1 - low]};
}

Summary summarize(std::vector<double> samples, double confidence) {
  std::sort(samples.begin(), samples.end());
  return {.repetitions = static_cast<int>(samples.size()),
          .median = quantile(samples, 0.5),
          .median_interval = median_interval(samples, confidence),
          .p95 = quantile(samples, 0.95),
          .p99 = quantile(samples, 0.99),
          .min = samples.front(),
          .max = samples.back()};
}

double relative_width(const Summary& summary) {
  const auto& [low, high] = summary.median_interval;
  return (high - low) / 2 / summary.median;
}

double mann_whitney(std::span<const double> a, std::span<const double> b) {
  const auto n = static_cast<double>(a.size());
  const auto m = static_cast<double>(b.size());
  const auto [ranks, ties] = rank_sum(a, b);
  const double u = ranks - n * (n + 1) / 2;
  const double total = n + m;
  const double variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)));
  if (variance <= 0) return 1;
  const double distance = std::max(0.0, std::abs(u - n * m / 2) - 0.5);
  return std::erfc(distance / std::sqrt(variance) / std::sqrt(2.0));
}

Verdict compare(const SamplesByLaunch& candidate, const SamplesByLaunch& baseline,
                Significance significance) {
  const auto a = pooled(candidate);
  const auto b = pooled(baseline);
  if (a.empty() || b.empty()) return Verdict::tie;
  const double change = median(a) / median(b) - 1;
  const int direction = (change > significance.margin) - (change < -significance.margin);
  if (direction == 0 || mann_whitney(a, b) >= significance.alpha) return Verdict::tie;
  if (!apart(summarize(a), summarize(b))) return Verdict::tie;
  if (agreed_direction(candidate, baseline) != direction) return Verdict::tie;
  return direction < 0 ? Verdict::better : Verdict::worse;
}

std::vector<double> pooled(const SamplesByLaunch& launches) {
  std::vector<double> all;
  for (const auto& launch : launches) all.insert(all.end(), launch.begin(), launch.end());
  return all;
}

double pooled_median(const SamplesByLaunch& launches) { return median(pooled(launches)); }

double mean_of_medians(const SamplesByLaunch& launches) {
  double logs = 0;
  for (const auto& launch : launches) logs += std::log(median(launch));
  return std::exp(logs / static_cast<double>(launches.size()));
}

Estimate speedup(const SamplesByLaunch& candidate, const SamplesByLaunch& baseline) {
  const Pairing pairing{candidate, baseline};
  return geometric_mean_speedup(std::span(&pairing, 1));
}

Estimate speedup_within_launches(const Pairing& pairing) {
  const auto summary = summarize(speedups(pairing));
  return {summary.median, summary.median_interval};
}

Estimate geometric_mean_speedup(std::span<const Pairing> pairings) {
  return geometric_mean(
      pairings,
      [](const Pairing& pairing) {
        return std::log(pooled_median(pairing.baseline) / pooled_median(pairing.candidate));
      },
      resampled_log_ratio);
}

Estimate geometric_mean_speedup_within_launches(std::span<const Pairing> pairings) {
  return geometric_mean(
      pairings, [](const Pairing& pairing) { return std::log(median(speedups(pairing))); },
      resampled_log_speedup_within_launches);
}

}  // namespace tutti
