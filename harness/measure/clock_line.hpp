#pragma once

#include <vector>

namespace tutti {

/// How far a reference clock is ahead of the local one, with bounds of the errors. Times are of the
/// local clock.
struct ClockLine {
  double origin_us = 0;
  double offset_us = 0;  ///< at the origin
  double drift_us_per_s = 0;
  double offset_error_us = 0;
  double drift_error_us_per_s = 0;
  double wander_us_per_s2 = 0;  ///< by which the drift may change in a second

  double offset_us_at(double time_us) const;
  /// Returns the bound of the offset's error, which grows with the distance from the origin.
  double error_us_at(double time_us) const;
};

/// The offset of a reference clock as one exchange of messages bounds it: the answer was read after
/// the request was sent, and before it arrived.
struct OffsetBounds {
  double low_at_us = 0;   ///< when the answer arrived
  double low_us = 0;      ///< the offset is at least this then
  double high_at_us = 0;  ///< when the request was sent
  double high_us = 0;     ///< the offset is at most this then
};

/// Fits a line to bounds of an offset. Whatever the network does, the true line lies between all of
/// them: a slow message only leaves more lines that do. The fit is the middle of the lines that are
/// possible, its error the distance of the farthest ones. From exchanges at one moment, that is half
/// of the shortest round trip.
///
/// Source of the bounds: Duda, Harrus, Haddad & Bernard, Estimating global time in distributed
/// systems, ICDCS 1987.
class ClockFit {
 public:
  /// Two crystals differ by at most this much: NTP takes more for a fault.
  static constexpr double drift_us_per_s_max = 1000;
  /// Their drift changes by at most this much in a second, since their temperatures do: 0.2 us/s for
  /// a kelvin, a tenth of a kelvin in a second.
  static constexpr double wander_us_per_s2_max = 0.02;

  explicit ClockFit(double drift_max = drift_us_per_s_max, double wander_max = wander_us_per_s2_max)
      : drift_max_(drift_max), wander_max_(wander_max) {}

  /// Adds exchanges that followed each other closely, and fits again to the narrowest of their
  /// bounds and of those before. If no line is possible, a clock was not steady: all but the last
  /// exchange is forgotten. There must be at least one.
  void add(const std::vector<OffsetBounds>& exchanges);

  const ClockLine& line() const { return line_; }

 private:
  bool fit(double origin_us);
  void thin_out();

  double drift_max_;
  double wander_max_;
  std::vector<OffsetBounds> bounds_;
  ClockLine line_;
};

}  // namespace tutti
