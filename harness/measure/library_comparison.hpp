#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/results/measurement.hpp"

namespace tutti {

/// The options of a comparison of tutti's protocols with the defaults of MPI libraries.
struct ComparisonOptions {
  std::vector<std::string> programs;  ///< builds of tutti, one per MPI library
  std::vector<Point> points;
  int launches = 4;      ///< for each program and number of ranks
  double budget_s = 60;  ///< seconds for one launch
  std::uint64_t seed = 1;
  std::string out;  ///< result file to which all measurements are appended
};

/// The result of a comparison at one point: the best of tutti's protocols, over any of the
/// libraries, against the best of the libraries' defaults.
struct ComparisonRow {
  Point point;
  bool measured = true;              ///< false if time ran out; then only the point is set
  std::string subject = {};          ///< protocol, chosen in the first half of the launches
  std::string library = {};          ///< library over which the protocol was the fastest
  std::string default_library = {};  ///< library with the fastest default
  double tutti_us = 0;
  double default_us = 0;
  Estimate speedup = {};  ///< default time over tutti's time: above 1 tutti is faster
  Pairing times_us = {};
};

/// Launches the programs in turn and compares. In the first launch, all protocols and the defaults
/// of all libraries compete; in the rest of the first half of the launches, those that were near
/// the best; in the second half, only the best of each side. Only the second half is reported, so
/// that the choice does not bias the result, and the choice does not depend on a single launch.
/// Returns one row for each point. Throws CannotRun if a launch fails.
std::vector<ComparisonRow> compare_with_libraries(const ComparisonOptions& options);

/// Throws CannotRun with the first point that was not measured, if there is one.
void require_all_measured(const std::vector<ComparisonRow>& rows);

/// Returns the geometric mean of the speedups of all measured rows.
Estimate gain_of(const std::vector<ComparisonRow>& rows);
nlohmann::json to_json(const ComparisonRow& row);

}  // namespace tutti
