#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "harness/measure/clock.hpp"

namespace tutti {

/// When ranks enter, relative to the common start, which is when the last one is due.
enum class Pattern {
  balanced,  ///< all at the common start
  one_late,  ///< one rank at the common start, all others earlier; another one each round
  random,    ///< anywhere in between
};

constexpr std::string_view name(Pattern pattern) {
  return pattern == Pattern::balanced   ? "balanced"
         : pattern == Pattern::one_late ? "one-late"
                                        : "random";
}

/// Throws UsageError that lists the names.
Pattern pattern_named(std::string_view name);

/// How the rounds of a batch follow each other.
struct Pace {
  int rounds = 10;
  double window_us = 1000;    ///< from one common start to the next
  double expected_us = 1000;  ///< what the operation takes
  Pattern pattern = Pattern::balanced;
  double spread_us = 0;     ///< by how much ranks come earlier than the common start, at most
  bool cold_cache = false;  ///< drive the buffers out of the caches before each round
};

/// What a batch of rounds yielded. Known at rank 0 only.
struct Batch {
  std::vector<double> samples_us;  ///< of the rounds that all ranks began in time
  int late_rounds = 0;
  int overrun_rounds = 0;  ///< of the late ones: the round before had not ended
};

/// Times single operations: in every round all ranks begin at a point in time agreed beforehand,
/// and the sample is the time from the common start to the completion at the last rank. Between
/// the first and the last round of a batch nothing but the operations communicates.
class RoundTimer {
 public:
  /// Collective over the exchange, which must outlive it.
  explicit RoundTimer(const Exchange& exchange);

  /// Collective. Does nothing about errors of the operation: it must be proven before.
  Batch time(const std::function<void()>& operation, const Pace& pace);

  const CommonClock& clock() const { return clock_; }

 private:
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

/// Bytes of the last-level cache, or a guess where the system does not tell.
std::size_t last_level_cache_bytes();

}  // namespace tutti
