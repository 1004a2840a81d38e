#include "optimized/overlap/worth.hpp"

#include <algorithm>
#include <bit>
#include <chrono>

namespace tutti::overlap {
namespace {

/// Cycles that differ by less may have changed places by chance.
constexpr double clear_ratio = 1.1;
/// From the call with that number on also what was clearly worse is tried again: programs have phases.
constexpr long patient_from_call = 32;

/// What was measured before counts for so much, where it was less: a core is lost for a while now and then,
/// but never won.
constexpr double weight_of_past = 0.75;

}  // namespace

void Worth::Cycle::add(double seconds) {
  const double smoothed = weight_of_past * seconds_ + (1 - weight_of_past) * seconds;
  seconds_ = is_known() ? std::min(seconds, smoothed) : seconds;
}

/// Blocking first: overlap must not harm who calls from there only a few times. The first cycle does not
/// count: it is cold.
bool Worth::begins(double seconds) {
  if (calls_ > 1) (returns_early_ ? early_ : blocking_).add(seconds - begun_);
  begun_ = seconds;
  ++calls_;
  if (!early_.is_known() || !blocking_.is_known())
    returns_early_ = blocking_.is_known();
  else
    returns_early_ = early_is_better() != is_trial();
  return returns_early_;
}

bool Worth::early_is_better() const { return early_.seconds() <= blocking_.seconds(); }

/// Of what was worse, ever more seldom.
bool Worth::is_trial() const {
  const auto [less, more] = std::minmax({early_.seconds(), blocking_.seconds()});
  const bool is_clear = more > clear_ratio * less;
  return std::has_single_bit(static_cast<unsigned long>(calls_)) &&
         (!is_clear || calls_ >= patient_from_call);
}

bool Worths::begins(const void* site, const OperationParameters& parameters) {
  const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
  const std::scoped_lock lock(mutex_);
  return worths_[{site, parameters}].begins(now.count());
}

}  // namespace tutti::overlap
