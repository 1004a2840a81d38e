#include "optimized/overlap/worth.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tutti::overlap {
namespace {

/// Cycles that differ by less may have changed places by chance.
constexpr double clear_ratio = 1.1;
/// From the call with that number on what was a little worse is tried again, and from the other one also
/// what was clearly worse: programs have phases. Those that call only a few times gain nothing by it.
constexpr long first_trial = 3, curious_from_call = 16, patient_from_call = 32;

/// Where the formula promises less, a first trial costs more than it can win.
constexpr double least_speedup = 1.05;

/// What was measured before counts for so much, where it was less: a core is lost for a while now and then,
/// but never won.
constexpr double weight_of_past = 0.75;

}  // namespace

void Worth::Cycle::add(double seconds) {
  const double smoothed = weight_of_past * seconds_ + (1 - weight_of_past) * seconds;
  seconds_ = seconds_ > 0 ? std::min(seconds, smoothed) : seconds;
}

Worth::Worth(std::optional<Seconds> known, Trials trials)
    : agreed_(known.value_or(unknown)), trials_(trials) {}

std::optional<Worth::Seconds> Worth::agreed() const {
  return std::isfinite(agreed_.early) ? std::optional(agreed_) : std::nullopt;
}

/// Blocking first: overlap must not harm who calls only a few times. The first cycle does not count: it is
/// cold.
bool Worth::begins(double seconds, double hidden_seconds, const Agree& agree) {
  if (calls_ > 1) (returns_early_ ? early_ : blocking_).add(seconds - begun_);
  begun_ = seconds;
  ++calls_;
  if (tried_) agreed_ = agree({early_.seconds(), blocking_.seconds()});
  tried_ = is_trial(hidden_seconds, agree);
  returns_early_ = early_is_better() != tried_;
  return returns_early_;
}

bool Worth::is_trial(double hidden_seconds, const Agree& agree) const {
  if (trials_ == Trials::every_other) return calls_ >= first_trial && calls_ % 2 == first_trial % 2;
  if (calls_ == first_trial && !agreed()) return is_first_trial(hidden_seconds, agree);
  return is_further_trial();
}

bool Worth::is_first_trial(double hidden_seconds, const Agree& agree) const {
  const double blocking = blocking_.seconds();
  const auto expected = agree({.early = blocking - hidden_seconds, .blocking = blocking});
  return expected.blocking > least_speedup * expected.early;
}

/// Of what was worse, ever more seldom.
bool Worth::is_further_trial() const {
  const auto [less, more] = std::minmax({agreed_.early, agreed_.blocking});
  const bool is_clear = more > clear_ratio * less;
  return std::has_single_bit(static_cast<unsigned long>(calls_)) &&
         calls_ >= (is_clear ? patient_from_call : curious_from_call);
}

}  // namespace tutti::overlap
