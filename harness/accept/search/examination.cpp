#include "harness/accept/search/examination.hpp"

#include <algorithm>
#include <cmath>

namespace tutti {

Examination::Examination(const SearchGoal& goal) : goal_(goal) {}

void Examination::add(double log_excess) {
  log_excesses_.push_back(log_excess);
  slow_.add(log_excess > std::log1p(goal_.margin));
  sound_.add(log_excess < std::log1p(goal_.smallest));
}

std::optional<bool> Examination::decision(std::size_t suspects) const {
  if (slow_.strength() >= static_cast<double>(suspects) / goal_.false_names) return true;
  if (sound_.strength() >= 1 / goal_.missed) return false;
  return {};
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
  result.error_probability = std::min(1.0, 1 / slow_.strength());
  return result;
}

}  // namespace tutti
