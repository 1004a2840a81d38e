#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "contract/collective.hpp"
#include "harness/results/statistics.hpp"

namespace tutti {

/// A point of measurement: one collective at one number of ranks and one size.
struct Point {
  Collective collective = Collective::barrier;
  int ranks = 1;
  std::int64_t bytes = 0;  ///< of one block; of the whole message for bcast and full reductions

  friend auto operator<=>(const Point&, const Point&) = default;
};

/// Returns the point as text: `bcast ranks=4 bytes=1024`.
std::string print(const Point& point);

/// The restriction of a subject that verification found wrong for non-commutative operations.
constexpr std::string_view commutative_only_restriction = "commutative operations only";

/// What the time of an operation is.
enum class Timing {
  clock,       ///< from the common start to the completion at the last rank, by the common clock
  round_time,  ///< the longest of the ranks' own times, each by its own clock
};

constexpr std::string_view name(Timing timing) {
  return timing == Timing::clock ? "clock" : "round-time";
}

/// One subject, timed at one point.
struct Measurement {
  std::string subject = {};
  Point point = {};
  int root = 0;
  std::string pattern = "balanced";
  std::string cache = "warm";
  std::string test_case = {};    ///< the case line that replays it
  std::string restriction = {};  ///< what the subject was verified for, if not for everything
  int launch = 1;
  int contest = 0;  ///< number within the launch; subjects measured in turn share it
  Summary time_us = {};
  Timing timing = Timing::clock;  ///< the same for all subjects of a contest
  /// The largest bound of the error of a rank's clock: 0 on one host. Of round-times, the error that
  /// made the clocks useless.
  double clock_error_us = 0;
  int late_rounds = 0;  ///< rounds that some rank began too late; not among the samples
  int uncertain_rounds =
      0;  ///< rounds whose start clocks made too uncertain; not among them either
  std::string stopped_by = {};  ///< `precision` or `budget`
  std::vector<double> samples_us = {};
};

/// One subject that was not timed at one point, with the reason.
struct SkippedMeasurement {
  std::string subject = {};
  Point point = {};
  /// Begins with `not applicable`, `failed verification`, `no verdict` or `budget`.
  std::string reason = {};

  bool failed() const { return reason.starts_with("failed"); }
  bool lacked_verdict() const { return reason.starts_with("no verdict"); }
  bool lacked_time() const { return reason.starts_with("budget"); }
};

/// One rule of a map, measured again against the library's default.
struct Validation {
  std::string subject = {};  ///< the subject that the map chose
  Point point = {};
  Summary map_us = {};
  Summary default_us = {};
  Estimate speedup = {};  ///< default time over map time: above 1 the map is faster
  Verdict verdict = Verdict::tie;
  std::string algorithm_ran = {};  ///< `yes`, `no`, or `unknown` with the reason
  SamplesByLaunch map_samples_us = {};
  SamplesByLaunch default_samples_us = {};
};

}  // namespace tutti
