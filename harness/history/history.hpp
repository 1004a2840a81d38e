#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/history/change_points.hpp"
#include "harness/history/database.hpp"

namespace tutti {

/// A run of a history.
struct HistoryRun {
  std::string directory = {};
  std::string date = {};  ///< UTC, ISO 8601
  std::string day() const { return date.substr(0, 10); }
};

/// A fact that differs between two runs.
struct FactChange {
  std::string fact = {};
  std::vector<std::string> hosts = {};  ///< none: a fact of the launch
  std::string before = {}, after = {};  ///< empty where there was none
};

/// A change of one series.
struct SeriesChange {
  std::size_t before = 0;  ///< number of the last run before it
  std::size_t first = 0;   ///< number of the first run after it
  Estimate ratio = {};     ///< of the values after it to those before it
  double p = 0;            ///< see change_points()
  bool for_the_worse = false;
  std::vector<FactChange> facts = {};  ///< what differs between both runs
  std::vector<Finding> findings = {};  ///< what the first run after it names and the other does not
};

/// What one run says of a series.
struct SeriesPoint {
  std::size_t run = 0;
  std::optional<double> value = {};  ///< in the unit of the series
  std::string verdict = {};          ///< of a requirement
};

/// One requirement at one place, or one figure of the machine, over all runs.
struct HistorySeries {
  std::string name = {};
  std::string place = {};  ///< of a requirement; empty: a figure
  std::string unit = {};
  bool larger_is_worse = true;
  std::vector<SeriesPoint> points = {};  ///< by run
  std::vector<SeriesChange> changes = {};

  bool is_requirement() const { return !place.empty(); }
  /// Returns whether the last change was for the worse.
  bool is_worse() const { return !changes.empty() && changes.back().for_the_worse; }
};

/// The runs of one machine, and what they say, requirements first.
struct History {
  std::vector<HistoryRun> runs = {};
  std::vector<HistorySeries> series = {};
  double false_alarm_rate = 0;
};

/// Returns the history of the runs of the database from the day `since` (`2026-11-28`) on; of all
/// runs if it is empty. The value of a figure in a run is the median over its launches of their
/// medians.
History history_of(const HistoryDatabase& database, const std::string& since = "",
                   const ChangeTest& test = {});

/// Returns the facts that differ, hosts with the same change together. Of a host that came or went,
/// only that.
std::vector<FactChange> fact_changes(const Facts& before, const Facts& after);

}  // namespace tutti
