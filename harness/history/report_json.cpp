#include <nlohmann/json.hpp>

#include "harness/history/report.hpp"

namespace tutti {
namespace {

using nlohmann::ordered_json;

ordered_json to_json(const FactChange& change) {
  return {{"fact", change.fact},
          {"hosts", change.hosts},
          {"before", change.before},
          {"after", change.after}};
}

template <class Value>
ordered_json list_of(const std::vector<Value>& values) {
  auto list = ordered_json::array();
  for (const auto& value : values) list.emplace_back(to_json(value));
  return list;
}

ordered_json to_json(const SeriesChange& change, const std::vector<HistoryRun>& runs) {
  return {{"day", runs[change.first].day()},
          {"run", runs[change.first].directory},
          {"run_before", runs[change.before].directory},
          {"ratio", change.ratio.value},
          {"ratio_low", change.ratio.interval.low},
          {"ratio_high", change.ratio.interval.high},
          {"p", change.p},
          {"for_the_worse", change.for_the_worse},
          {"facts", list_of(change.facts)},
          {"findings", list_of(change.findings)}};
}

ordered_json to_json(const SeriesPoint& point, const HistoryRun& run) {
  ordered_json object{{"date", run.date}, {"run", run.directory}, {"value", nullptr}};
  if (point.value) object["value"] = *point.value;
  if (!point.verdict.empty()) object["verdict"] = point.verdict;
  return object;
}

ordered_json to_json(const HistorySeries& series, const std::vector<HistoryRun>& runs) {
  auto points = ordered_json::array(), changes = ordered_json::array();
  for (const auto& point : series.points) points.push_back(to_json(point, runs[point.run]));
  for (const auto& change : series.changes) changes.push_back(to_json(change, runs));
  return {{"kind", series.is_requirement() ? "requirement" : "figure"},
          {"name", series.name},
          {"place", series.is_requirement() ? series.place : "machine"},
          {"unit", series.unit},
          {"larger_is_worse", series.larger_is_worse},
          {"points", points},
          {"changes", changes},
          {"worse", series.is_worse()}};
}

}  // namespace

ordered_json to_json(const History& history, const std::vector<UnfinishedRun>& left_out) {
  auto series = ordered_json::array(), unfinished = ordered_json::array();
  std::size_t worse = 0;
  for (const auto& one : history.series) {
    series.push_back(to_json(one, history.runs));
    worse += one.is_worse();
  }
  for (const auto& [directory, reason] : left_out)
    unfinished.push_back({{"run", directory}, {"reason", reason}});
  return {{"runs", history.runs.size()},
          {"unfinished", unfinished},
          {"false_alarm_rate", history.false_alarm_rate},
          {"worse", worse},
          {"series", series}};
}

}  // namespace tutti
