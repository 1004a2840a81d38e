#include "harness/accept/search/examination.hpp"

#include <algorithm>
#include <cmath>

namespace tutti {

/// Probability of an error below which no requirement asks for more.
constexpr double certain = 1e-6;

/// Strength of evidence that sound suspects reach in one of ten examinations at most.
constexpr double seems_slow_from = 10;

Examination::Examination(const SearchGoal& goal, std::size_t suspects)
    : goal_(goal), shares_(static_cast<double>(suspects) * goal.searches) {}

void Examination::add(double log_excess) {
  log_excesses_.push_back(log_excess);
  slow_.add(log_excess > std::log1p(goal_.margin));
  sound_.add(log_excess < std::log1p(goal_.smallest));
}

double Examination::error_probability() const { return std::min(1.0, shares_ / slow_.strength()); }

bool Examination::seems_slow() const { return slow_.strength() >= seems_slow_from; }

bool Examination::is_over() const {
  if (slow_.trials() >= goal_.trials_max || error_probability() <= certain) return true;
  if (is_sound() && !is_slow()) return true;
  return goal_.time_is_up && goal_.time_is_up() && !seems_slow();
}

TrialResult Examination::result() const {
  TrialResult result;
  result.trials = slow_.trials();
  if (log_excesses_.empty()) return result;
  auto sorted = log_excesses_;
  std::ranges::sort(sorted);
  const auto interval = median_interval(sorted);
  result.excess = std::expm1(median(sorted));
  result.excess_interval = {std::expm1(interval.low), std::expm1(interval.high)};
  result.error_probability = error_probability();
  return result;
}

}  // namespace tutti
