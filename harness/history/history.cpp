#include "harness/history/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace tutti {
namespace {

std::string name_of(const Measurand& of) {
  return fmt::format("{} of {} bytes, {} ranks, {} per node{}", of.measure, of.bytes, of.ranks,
                     of.ranks_per_node, of.load == "idle" ? "" : ", " + of.load);
}

/// Returns whether larger values of the unit are worse: times and their ratios, but no rates.
bool larger_is_worse(const std::string& unit) { return !unit.ends_with("/s"); }

/// Returns whether a requirement limits its values from above, if its verdict tells.
std::optional<bool> limited_from_above(const RequirementVerdict& row) {
  if (!row.value || !row.limit || *row.value == *row.limit) return {};
  if (row.verdict == "holds") return *row.value < *row.limit;
  if (row.verdict == "falls short") return *row.value > *row.limit;
  return {};
}

std::vector<HistorySeries> requirements(const std::vector<RunResults>& runs) {
  std::map<std::pair<std::string, std::string>, HistorySeries> found;
  for (std::size_t run = 0; run < runs.size(); ++run)
    for (const auto& row : runs[run].verdicts) {
      auto& series = found[{row.requirement, row.place}];
      if (series.points.empty()) series.larger_is_worse = larger_is_worse(row.unit);
      if (const auto above = limited_from_above(row)) series.larger_is_worse = *above;
      series.name = row.requirement;
      series.place = row.place;
      series.unit = row.unit;
      series.points.push_back({run, row.value, row.verdict});
    }
  std::vector<HistorySeries> all;
  for (auto& [key, series] : found) all.push_back(std::move(series));
  return all;
}

std::vector<HistorySeries> figures(const std::vector<RunResults>& runs) {
  std::map<Measurand, std::map<std::size_t, std::vector<double>>> medians;
  for (std::size_t run = 0; run < runs.size(); ++run)
    for (const auto& figure : runs[run].figures) medians[figure.of][run].push_back(figure.median);
  std::vector<HistorySeries> all;
  for (auto& [of, by_run] : medians) {
    HistorySeries series{
        .name = name_of(of), .unit = of.unit, .larger_is_worse = larger_is_worse(of.unit)};
    for (auto& [run, of_launches] : by_run)
      series.points.push_back({.run = run, .value = summarize(std::move(of_launches)).median});
    all.push_back(std::move(series));
  }
  return all;
}

LogSeries logarithms(const HistorySeries& series, std::size_t runs) {
  LogSeries values(runs, std::numeric_limits<double>::quiet_NaN());
  for (const auto& [run, value, verdict] : series.points)
    if (value && *value > 0) values[run] = std::log(*value);
  return values;
}

/// Returns the findings of one run that another run does not have.
std::vector<Finding> new_findings(const std::vector<Finding>& before,
                                  const std::vector<Finding>& after) {
  const auto place = [](const Finding& row) { return std::tie(row.kind, row.hosts, row.measure); };
  std::vector<Finding> added;
  for (const auto& row : after) {
    const auto same = [&](const Finding& other) { return place(other) == place(row); };
    if (std::ranges::none_of(before, same) && std::ranges::none_of(added, same))
      added.push_back(row);
  }
  return added;
}

SeriesChange described(const ChangePoint& change, const HistorySeries& series,
                       const HistoryDatabase& database, const std::vector<HistoryRun>& runs) {
  const auto& before = runs[change.before].directory;
  const auto& after = runs[change.first].directory;
  const auto& [ratio, interval] = change.log_ratio;
  return {.before = change.before,
          .first = change.first,
          .ratio = {std::exp(ratio), {std::exp(interval.low), std::exp(interval.high)}},
          .p = change.p,
          .for_the_worse = (ratio > 0) == series.larger_is_worse,
          .facts = fact_changes(database.facts(before), database.facts(after)),
          .findings = new_findings(database.findings(before), database.findings(after))};
}

void add_changes(History& history, const HistoryDatabase& database, const ChangeTest& test) {
  std::vector<LogSeries> values;
  for (const auto& series : history.series)
    values.push_back(logarithms(series, history.runs.size()));
  const auto changes = change_points(values, test);
  for (std::size_t i = 0; i < changes.size(); ++i)
    for (const auto& change : changes[i])
      history.series[i].changes.push_back(
          described(change, history.series[i], database, history.runs));
}

std::set<std::string> hosts_of(const Facts& facts) {
  std::set<std::string> hosts;
  for (const auto& [name, value] : facts) hosts.insert(name.host);
  return hosts;
}

/// Returns the fact's value; empty if there is none.
std::string value_of(const Facts& facts, const FactName& name) {
  const auto found = facts.find(name);
  return found == facts.end() ? "" : found->second;
}

/// Gathers the hosts of each change of a fact from one value to another.
class FactDifferences {
 public:
  void add(const FactName& name, const std::string& before, const std::string& after) {
    auto& hosts = hosts_[{name.fact, before, after}];
    if (!name.host.empty()) hosts.push_back(name.host);
  }

  std::vector<FactChange> changes() const {
    std::vector<FactChange> all;
    for (const auto& [change, hosts] : hosts_)
      all.push_back({std::get<0>(change), hosts, std::get<1>(change), std::get<2>(change)});
    return all;
  }

 private:
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<std::string>> hosts_;
};

}  // namespace

std::vector<FactChange> fact_changes(const Facts& before, const Facts& after) {
  const auto hosts_before = hosts_of(before), hosts_after = hosts_of(after);
  FactDifferences differences;
  for (const auto& host : hosts_before)
    if (!hosts_after.contains(host)) differences.add({host, "host"}, "present", "");
  for (const auto& host : hosts_after)
    if (!hosts_before.contains(host)) differences.add({host, "host"}, "", "present");
  auto names = before;
  names.insert(after.begin(), after.end());
  for (const auto& [name, ignored] : names) {
    if (!hosts_before.contains(name.host) || !hosts_after.contains(name.host)) continue;
    const auto old_value = value_of(before, name), new_value = value_of(after, name);
    if (old_value != new_value) differences.add(name, old_value, new_value);
  }
  return differences.changes();
}

History history_of(const HistoryDatabase& database, const std::string& since,
                   const ChangeTest& test) {
  auto runs = database.runs();
  std::erase_if(runs, [&](const RunResults& run) { return run.date < since; });
  History history{.series = requirements(runs), .false_alarm_rate = test.false_alarm_rate};
  for (const auto& run : runs) history.runs.push_back({run.directory, run.date});
  for (auto& series : figures(runs)) history.series.push_back(std::move(series));
  add_changes(history, database, test);
  return history;
}

}  // namespace tutti
