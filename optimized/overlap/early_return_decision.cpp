#include "optimized/overlap/early_return_decision.hpp"

#include <bit>
#include <cmath>

namespace tutti::overlap {
namespace {

/// Numbers of the call of the first trial, and of the first call that may be a further one.
/// Programs have phases: from then on the worse alternative is tried again, ever more seldom, and
/// not before that is likely to be affordable.
constexpr long first_trial = 3, first_further_trial = 32;

/// Least speedup, measured or expected, for which calls return early. Less does not pay for being
/// wrong: a bad overlap costs more than a good one gains.
constexpr double least_speedup = 1.05;

/// Weight of earlier measurements where they are less than the new one: a core is lost for a while
/// now and then, but never gained.
constexpr double weight_of_past = 0.75;

}  // namespace

void EarlyReturnDecision::SmoothedSeconds::add(double seconds) {
  const double smoothed = weight_of_past * seconds_ + (1 - weight_of_past) * seconds;
  seconds_ = seconds_ > 0 ? std::min(seconds, smoothed) : seconds;
}

bool EarlyReturnDecision::is_better(Seconds seconds) {
  return seconds.blocking > least_speedup * seconds.early;
}

EarlyReturnDecision::EarlyReturnDecision(std::optional<Seconds> known, Trials trials)
    : agreed_(known.value_or(unknown)), trials_(trials) {}

std::optional<EarlyReturnDecision::Seconds> EarlyReturnDecision::agreed() const {
  return std::isfinite(agreed_.early) ? std::optional(agreed_) : std::nullopt;
}

/// Starts with blocking calls: overlap must not harm programs with only a few calls. The first
/// cycle does not count, since caches are cold.
bool EarlyReturnDecision::begins(double seconds, const Expectation& expectation,
                                 const Agree& agree) {
  if (calls_ > 1) (returns_early_ ? early_ : blocking_).add(seconds - begun_);
  begun_ = seconds;
  ++calls_;
  if (tried_) agreed_ = agree({early_.seconds(), blocking_.seconds()});
  tried_ = is_trial(expectation, agree);
  returns_early_ = is_better(agreed_) != tried_;
  return returns_early_;
}

bool EarlyReturnDecision::is_trial(const Expectation& expectation, const Agree& agree) const {
  if (trials_ == Trials::every_other) return calls_ >= first_trial && calls_ % 2 == first_trial % 2;
  const bool is_turn =
      calls_ > first_trial && std::has_single_bit(static_cast<unsigned long>(calls_));
  if (agreed()) return is_turn && is_further_trial(agreed_);
  return (is_turn || calls_ == first_trial) && is_first_trial(expectation, agree);
}

/// Assumes that of two phases of a cycle no more can be hidden than the shorter one, and no more
/// than a core has idle time for.
bool EarlyReturnDecision::is_first_trial(const Expectation& expectation, const Agree& agree) const {
  const double blocking = blocking_.seconds();
  const double hidden = std::min({expectation.hidden_seconds, idle_seconds_, blocking / 2});
  const auto expected =
      agree({.early = blocking - hidden + expectation.guard_seconds, .blocking = blocking});
  return is_better(expected) || is_further_trial(expected);
}

bool EarlyReturnDecision::is_further_trial(Seconds known) const {
  const auto [less, more] = std::minmax({known.early, known.blocking});
  return calls_ >= first_further_trial &&
         more - less <= affordable_share * less * static_cast<double>(calls_);
}

}  // namespace tutti::overlap
