#pragma once

#include <string_view>

namespace tutti {

/// A clock that is wrong by a known amount, for tests: hosts whose clocks differ can be had on one
/// machine. `TUTTI_TEST_CLOCK` describes it, for example
///
///     TUTTI_TEST_CLOCK=skew_us=2000,drift_us_per_s=20,ranks_per_host=2
///
/// The ranks of a launch then count as hosts of so many ranks each (1 unless told), and the clocks
/// of hosts 0, 1, 2, 3, 4, ... are off by 0, 1, -1, 2, -2, ... times the skew, since their first
/// reading, and the drift.
class TestClock {
 public:
  /// Returns the clock of a rank. Throws UsageError unless the text is of the form above.
  static TestClock parse(std::string_view text, int rank);
  /// Returns the clock of this process, as the environment describes it; a right one if it does
  /// not.
  static const TestClock& of_process();

  bool set() const { return set_; }
  int host() const { return host_; }
  double skew_us() const { return skew_us_; }
  double drift_us_per_s() const { return drift_us_per_s_; }

  /// Returns what the clock shows at a moment.
  double shown_us(double true_us) const {
    return true_us + skew_us_ + drift_us_per_s_ / 1e6 * (true_us - origin_us_);
  }
  /// Returns the moment at which the clock shows a time.
  double true_us(double shown_us) const {
    return (shown_us - skew_us_ + drift_us_per_s_ / 1e6 * origin_us_) / (1 + drift_us_per_s_ / 1e6);
  }

 private:
  bool set_ = false;
  int host_ = 0;
  double skew_us_ = 0;
  double drift_us_per_s_ = 0;
  double origin_us_ = 0;
};

/// Returns the time of CLOCK_MONOTONIC_RAW in microseconds: no daemon steers it, so that its drift
/// is that of the crystal.
double machine_now_us();

}  // namespace tutti
