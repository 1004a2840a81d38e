#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/results/result_file.hpp"
#include "optimized/selection/selection_map.hpp"

namespace tutti {

/// A subject at a measured point, compared with the library's default.
struct SubjectAgainstDefault {
  std::string subject = {};
  Estimate speedup = {};  ///< default time over the subject's time
  Verdict verdict = Verdict::tie;
};

/// What was measured at a point.
struct PointEvidence {
  Point point = {};
  std::vector<SubjectAgainstDefault> subjects = {};  ///< the fastest one first
  std::set<int> launches = {};                       ///< their numbers
  std::set<std::string> days = {};                   ///< as 2026-11-29
};

/// What a map does with a call, and the measurements behind it.
struct Explanation {
  Point point = {};
  std::optional<MapRule> rule =
      {};  ///< the one that serves the call; none: the library's default does
  /// At the nearest measured points: at the size itself, or the next ones below and above; on as many ranks, or on the
  /// next numbers below and above.
  std::vector<PointEvidence> evidence = {};
};

/// Returns what the map does at the point, and why. `measurements` are those that the map was made from.
Explanation explain(const SelectionMap& map, const std::vector<ResultSection>& measurements,
                    const Point& point, const Significance& significance);

/// Launches the library without the map and returns, as text, what it does at the point: which of the measured
/// algorithms send the same messages. Throws CannotRun as record_traffic() does.
std::string default_at(const Explanation& explanation, const std::string& launcher);

/// Returns the explanation as text. `by_default` says what the library does without the map.
std::string print(const Explanation& explanation, const std::string& by_default);

}  // namespace tutti
