#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/results/measurement.hpp"

namespace tutti {

/// Another build of tutti, for another MPI library, that launches itself.
struct ComparisonOptions {
  std::vector<std::string> programs;  ///< builds of tutti, one per MPI library
  std::vector<Point> points;
  int launches = 4;      ///< of each program, for each number of ranks
  double budget_s = 60;  ///< for one launch
  std::uint64_t seed = 1;
  std::string out;  ///< result file to append all measurements to
};

/// The best of tutti's protocols, over any of the libraries, at one point against the better of the libraries' defaults.
struct ComparisonRow {
  Point point;
  bool measured = true;              ///< else there was no time for it, and only the point is known
  std::string subject = {};          ///< the protocol, chosen by the first half of the launches
  std::string library = {};          ///< over which it is the fastest, likewise
  std::string default_library = {};  ///< whose default was the fastest
  double tutti_us = 0;
  double default_us = 0;
  Estimate speedup = {};  ///< default over tutti: above 1 tutti is faster
  Pairing times_us = {};
};

/// Launches the programs in turn. In the first launch all protocols compete, and all libraries' defaults,
/// in the rest of the first half those that came near the best, and in the second half only the best of
/// each. So what is reported did not take part in the choice, and the choice is not what one launch
/// favoured. One row for each point. Throws CannotRun if a launch fails.
std::vector<ComparisonRow> compare_with_libraries(const ComparisonOptions& options);

/// Throws CannotRun that names the first point that was not measured.
void require_all_measured(const std::vector<ComparisonRow>& rows);

/// Geometric mean of the speedups that were measured.
Estimate gain_of(const std::vector<ComparisonRow>& rows);
nlohmann::json to_json(const ComparisonRow& row);

}  // namespace tutti
