#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "contract/collective.hpp"
#include "harness/results/statistics.hpp"

namespace tutti {

/// What is measured: one collective at one number of ranks and one size.
struct Point {
  Collective collective = Collective::barrier;
  int ranks = 1;
  std::int64_t bytes = 0;  ///< of one block; for bcast and full reductions: of the whole message

  friend auto operator<=>(const Point&, const Point&) = default;
};

/// `bcast ranks=4 bytes=1024`.
std::string print(const Point& point);

/// The restriction of a subject that verification found wrong for non-commutative operations.
constexpr std::string_view commutative_only_restriction = "commutative operations only";

/// One subject, timed at one point.
struct Measurement {
  std::string subject = {};
  Point point = {};
  int root = 0;
  std::string pattern = "balanced";
  std::string cache = "warm";
  std::string test_case = {};    ///< the line that replays it
  std::string restriction = {};  ///< what it was verified for, if that is not everything
  int launch = 1;
  int contest = 0;  ///< in its launch: what was measured in turn has the same
  Summary time_us = {};
  int late_rounds = 0;          ///< rounds that some rank began too late; not in the samples
  std::string stopped_by = {};  ///< precision or budget
  std::vector<double> samples_us = {};
};

/// One subject that was not timed at one point, and why.
struct Skipped {
  std::string subject = {};
  Point point = {};
  /// Begins with `not applicable`, `failed verification`, `no verdict` or `budget`.
  std::string reason = {};

  bool failed() const { return reason.starts_with("failed"); }
  bool for_want_of_verdict() const { return reason.starts_with("no verdict"); }
  bool for_want_of_time() const { return reason.starts_with("budget"); }
};

/// One map row, measured again against the library's default.
struct Validation {
  std::string subject = {};  ///< what the map chose
  Point point = {};
  Summary map_us = {};
  Summary default_us = {};
  Estimate speedup = {};  ///< default over map: above 1 the map is faster
  Verdict verdict = Verdict::tie;
  std::string algorithm_ran = {};  ///< yes, no, or unknown and why
  Launches map_samples_us = {};
  Launches default_samples_us = {};
};

}  // namespace tutti
