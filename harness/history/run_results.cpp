#include "harness/history/run_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "contract/error.hpp"
#include "harness/results/result_line.hpp"
#include "harness/results/statistics.hpp"

namespace tutti {
namespace {

using nlohmann::json;

/// Returns the number of a field, or none where the field is missing or null.
std::optional<double> number_if_any(const ResultLine& row, const std::string& field) {
  if (!row.has(field) || row.get<json>(field).is_null()) return {};
  return row.number(field);
}

/// Gathers the rows of one result file.
class RunReader {
 public:
  void add(const ResultLine& row) {
    const auto kind = row.text("row");
    if (kind == "header") return add_header(row);
    if (results_.date.empty()) row.reject("expected a header row first");
    if (kind == "figure") add_figure(row);
    if (kind == "verdict") add_verdict(row);
    if (kind == "finding") add_finding(row);
    if (kind == "fact") results_.facts[{row.text("host"), row.text("fact")}] = row.text("value");
    if (kind == "stage")
      stages_[{row.get<int>("launch"), row.text("stage")}] =
          row.one_of({"begun", "done"}, "state") == "done";
  }

  RunResults results() && { return std::move(results_); }

  std::string unfinished() const {
    if (stages_.empty()) return "no stage has begun";
    for (const auto& [stage, done] : stages_)
      if (!done)
        return fmt::format("stage '{}' of launch {} is not done", stage.second, stage.first);
    const int last = stages_.rbegin()->first.first;
    if (!stages_.contains({last, last_stage})) return fmt::format("launch {} is not done", last);
    return "";
  }

 private:
  void add_header(const ResultLine& row) {
    if (row.get<int>("tutti_results") != 1) row.reject("expected results of version 1");
    row.one_of({"accept"}, "kind");
    if (results_.date.empty()) results_.date = row.text("date");
    if (results_.date.size() < 10) row.reject("expected a date like 2026-11-28T12:00:00Z");
    for (const auto* fact : {"library_version", "registry", "machine"})
      results_.facts[{"", fact}] = row.text(fact);
    for (const auto& [name, value] : row.get<std::map<std::string, std::string>>("environment"))
      results_.facts[{"", name}] = value;
  }

  void add_figure(const ResultLine& row) {
    auto of = measurand_of(row);
    if (!of.hosts.empty()) return;
    auto samples = row.get<std::vector<double>>("samples");
    if (samples.empty() || std::ranges::any_of(samples, [](double value) { return !(value > 0); }))
      row.reject("expected at least one number in 'samples', all above 0");
    results_.figures.push_back(
        {std::move(of), row.get<int>("launch"), summarize(std::move(samples)).median});
  }

  void add_verdict(const ResultLine& row) {
    results_.verdicts.push_back(
        {.requirement = row.text("requirement"),
         .place = row.text("place"),
         .verdict = row.one_of({"holds", "falls short", "cannot tell"}, "verdict"),
         .value = number_if_any(row, "value"),
         .limit = number_if_any(row, "limit"),
         .unit = row.text("unit")});
  }

  void add_finding(const ResultLine& row) {
    results_.findings.push_back({.kind = row.text("kind"),
                                 .hosts = row.get<std::vector<std::string>>("hosts"),
                                 .measure = row.text("measure"),
                                 .launch = row.get<int>("launch"),
                                 .ratio = row.get<double>("ratio"),
                                 .low = row.get<double>("ratio_low"),
                                 .high = row.get<double>("ratio_high"),
                                 .error_probability = row.get<double>("error_probability")});
  }

  RunResults results_ = {};
  std::map<std::pair<int, std::string>, bool> stages_ = {};  ///< whether each is done
};

}  // namespace

ReadRun read_run(const std::string& folder, const std::string& directory) {
  const auto path = fmt::format("{}/{}/{}", folder, directory, run_file);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError(path + ": cannot be read; expected the results of a run");
  RunReader reader;
  std::int64_t bytes = 0;
  int number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    if (file.eof()) return {.unfinished = fmt::format("line {} has no end", number)};
    bytes += static_cast<std::int64_t>(text.size()) + 1;
    reader.add(ResultLine(path, number, text));
  }
  if (number == 0) return {.unfinished = "its file is empty"};
  ReadRun run{.unfinished = reader.unfinished()};
  run.results = std::move(reader).results();
  run.results.directory = directory;
  run.results.bytes = bytes;
  return run;
}

}  // namespace tutti
