#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "harness/measure/clock.hpp"

namespace tutti {

/// The times at which ranks enter the operation, relative to the common start, at which the last
/// rank is due.
enum class Pattern {
  balanced,  ///< all at the common start
  one_late,  ///< one rank at the common start, all others earlier; rotates each round
  random,    ///< random times up to the common start
};

constexpr std::string_view name(Pattern pattern) {
  return pattern == Pattern::balanced   ? "balanced"
         : pattern == Pattern::one_late ? "one-late"
                                        : "random";
}

/// Returns the pattern with the name. Throws UsageError that lists the names if there is none.
Pattern pattern_named(std::string_view name);

/// The timing of the rounds of a batch.
struct Pace {
  int rounds = 10;
  double window_us = 1000;    ///< time from one common start to the next
  double expected_us = 1000;  ///< expected time of the operation
  Pattern pattern = Pattern::balanced;
  double spread_us = 0;     ///< maximum time by which ranks enter before the common start
  bool cold_cache = false;  ///< evict the buffers from the caches before each round
};

/// The share of the expected time of an operation by which ranks may begin it early or late since
/// their clocks are uncertain. Two figures that are both wrong by this much differ by less than the
/// margin that makes a difference when subjects are compared (Significance). It is a share of what
/// is expected, since a share of each round's own time would leave out the fast ones.
constexpr double uncertain_share = 0.02;

/// The results of a batch of rounds. Known at rank 0 only.
struct Batch {
  std::vector<double> samples_us;  ///< of the rounds that all ranks began in time
  int late_rounds = 0;
  int overrun_rounds = 0;     ///< late rounds because the previous round had not ended
  double clock_error_us = 0;  ///< the largest bound of the error of a rank's clock
  bool uncertain = false;     ///< the error is too large a share of the expected time
};

/// Times single operations, without the collectives of the library. Collective over the exchange,
/// as all its functions.
class RoundTimer {
 public:
  /// The exchange must outlive the timer.
  explicit RoundTimer(const Exchange& exchange, ClockRule rule = ClockRule::drifting);

  /// Runs and times a batch of rounds. In every round, all ranks begin at a time agreed beforehand,
  /// and the sample is the time from the common start to the completion at the last rank. From the
  /// first to the last round, only the operations communicate. Renews the clock before if it could
  /// become too uncertain. Ignores errors of the operation, which must be verified before.
  Batch time(const std::function<void()>& operation, const Pace& pace);

  /// Does the same without a common clock: ranks meet before each round, and the sample is the
  /// longest time that any of them then spends in the operation. That includes what they leave the
  /// meeting apart, about as long as a message takes. Only for balanced arrival.
  Batch round_time(const std::function<void()>& operation, const Pace& pace);

  const CommonClock& clock() const { return clock_; }

 private:
  double renew_clock(const Pace& pace);
  void wait_until(double time_us) const;
  double tolerance_us(const Pace& pace) const;
  double entry(const Pace& pace, int round) const;
  Batch judge(std::vector<double> completions_us, const Pace& pace) const;
  void cool_cache();

  const Exchange& exchange_;
  CommonClock clock_;
  bool oversubscribed_ = false;
  std::vector<char> cache_filler_;
};

/// Returns the bytes of the last-level cache, or an estimate if the system does not tell.
std::size_t last_level_cache_bytes();

}  // namespace tutti
