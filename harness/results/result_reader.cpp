#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "contract/error.hpp"
#include "harness/platform/json.hpp"
#include "harness/results/result_file.hpp"

namespace tutti {
namespace {

using nlohmann::json;

constexpr auto bytes_max = std::int64_t{1} << 40;

/// One line of a result file, with its file and line number for error messages.
class Line {
 public:
  Line(const std::string& path, int number, const std::string& text) : place_{path, number} {
    json_ = parsed_json(text);
    if (!json_.is_object()) reject("expected one whole JSON object: the file is cut or foreign");
  }

  [[noreturn]] void reject(const std::string& what) const {
    throw UsageError(fmt::format("{}:{}: {}", place_.first, place_.second, what));
  }

  template <class Value>
  Value get(const std::string& field) const {
    try {
      return json_.at(field).get<Value>();
    } catch (const json::exception&) {
      reject(fmt::format("expected the field '{}' with a {}", field, kind_of<Value>()));
    }
  }

  bool has(const std::string& field) const { return json_.contains(field); }
  std::string text(const std::string& field) const { return get<std::string>(field); }
  int count(const std::string& field) const {
    const auto value = get<std::int64_t>(field);
    if (!std::in_range<int>(value)) reject(fmt::format("expected fewer than 2^31 in '{}'", field));
    return static_cast<int>(value);
  }
  json table(const std::string& field) const {
    auto value = get<json>(field);
    if (!value.is_object()) reject(fmt::format("expected the field '{}' with a table", field));
    return value;
  }
  double number(const std::string& field) const { return get<double>(field); }

  Point point() const {
    const auto collective = collective_named(text("collective"));
    if (!collective)
      reject("expected the name of a collective, found '" + text("collective") + "'");
    const Point point{*collective, count("ranks"), get<std::int64_t>("bytes")};
    if (point.ranks < 1) reject("expected at least one rank");
    if (point.bytes < 0 || point.bytes > bytes_max)
      reject(fmt::format("expected bytes from 0 to {}", bytes_max));
    return point;
  }

  Summary summary(const std::string& prefix, std::size_t repetitions) const {
    return {.repetitions = static_cast<int>(repetitions),
            .median = number(prefix + "_median"),
            .median_interval = {number(prefix + "_low"), number(prefix + "_high")},
            .p95 = number(prefix + "_p95"),
            .p99 = number(prefix + "_p99"),
            .min = number(prefix + "_min"),
            .max = number(prefix + "_max")};
  }

 private:
  template <class Value>
  static constexpr const char* kind_of() {
    if constexpr (std::is_same_v<Value, std::string>) return "text";
    if constexpr (std::is_arithmetic_v<Value>) return "number";
    return "list or table of the right kind";
  }

  std::pair<std::string, int> place_;
  json json_;
};

ResultHeader header_of(const Line& line) {
  if (line.count("tutti_results") != 1) line.reject("expected results of version 1");
  return {.kind = line.text("kind"),
          .date = line.text("date"),
          .launch = line.count("launch"),
          .ranks = line.count("ranks"),
          .library = line.text("library"),
          .library_version = line.text("library_version"),
          .registry = line.text("registry"),
          .machine = line.text("machine"),
          .machine_details = line.table("machine_details").dump(),
          .environment = line.get<std::map<std::string, std::string>>("environment"),
          .command_line = line.text("command_line"),
          .library_details = line.table("library_details").dump()};
}

/// Files of earlier versions, whose times are all by clock, do not tell.
Timing timing_of(const Line& line) {
  if (!line.has("timing")) return Timing::clock;
  for (const auto timing : {Timing::clock, Timing::round_time})
    if (line.text("timing") == name(timing)) return timing;
  line.reject("expected the timing clock or round-time");
}

Measurement measurement_of(const Line& line) {
  const auto timing = timing_of(line);
  const auto columns = columns_of(timing);
  auto samples = line.get<std::vector<double>>(columns.samples);
  if (samples.empty() || std::ranges::any_of(samples, [](double us) { return !(us > 0); }))
    line.reject(fmt::format("expected at least one number in '{}', all above 0", columns.samples));
  return {.subject = line.text("subject"),
          .point = line.point(),
          .root = line.count("root"),
          .pattern = line.text("pattern"),
          .cache = line.text("cache"),
          .test_case = line.text("case"),
          .restriction = line.text("restriction"),
          .launch = line.count("launch"),
          .contest = line.has("contest") ? line.count("contest") : 0,
          .time_us = line.summary(columns.summary, samples.size()),
          .timing = timing,
          .clock_error_us = line.has("clock_error_us") ? line.number("clock_error_us") : 0,
          .late_rounds = line.count("late_rounds"),
          .uncertain_rounds = line.has("uncertain_rounds") ? line.count("uncertain_rounds") : 0,
          .stopped_by = line.text("stopped_by"),
          .samples_us = std::move(samples)};
}

Verdict verdict_of(const Line& line) {
  for (const auto verdict : {Verdict::better, Verdict::tie, Verdict::worse})
    if (line.text("verdict") == name(verdict)) return verdict;
  line.reject("expected the verdict better, tie or worse");
}

Validation validation_of(const Line& line) {
  auto map = line.get<SamplesByLaunch>("map_samples_us");
  auto baseline = line.get<SamplesByLaunch>("default_samples_us");
  return {.subject = line.text("subject"),
          .point = line.point(),
          .map_us = line.summary("map_us", pooled(map).size()),
          .default_us = line.summary("default_us", pooled(baseline).size()),
          .speedup = {line.number("speedup"),
                      {line.number("speedup_low"), line.number("speedup_high")}},
          .verdict = verdict_of(line),
          .algorithm_ran = line.text("algorithm_ran"),
          .map_samples_us = std::move(map),
          .default_samples_us = std::move(baseline)};
}

void add_row(std::vector<ResultSection>& sections, std::size_t first_of_file, const Line& line) {
  const auto kind = line.text("row");
  if (kind == "header") {
    sections.push_back({.header = header_of(line)});
    return;
  }
  if (sections.size() == first_of_file) line.reject("expected a header row first");
  auto& section = sections.back();
  if (kind == "measurement")
    section.measurements.push_back(measurement_of(line));
  else if (kind == "skipped")
    section.skipped.push_back({line.text("subject"), line.point(), line.text("reason")});
  else if (kind == "validation")
    section.validations.push_back(validation_of(line));
  else if (kind != "claim" && kind != "broadcast" && kind != "phases")  // read by reports only
    line.reject("expected a row of kind header, measurement, skipped or validation, found '" +
                kind + "'");
}

void read_file(std::vector<ResultSection>& sections, const std::string& path) {
  std::ifstream file(path);
  if (!file) throw UsageError(path + ": cannot be read; expected a result file of tutti");
  const auto first = sections.size();
  std::string text;
  int number = 0;
  while (std::getline(file, text)) {
    const Line line(path, ++number, text);
    if (file.eof()) line.reject("expected a line break at the end: the file is cut");
    add_row(sections, first, line);
  }
  if (number == 0) throw UsageError(path + ":1: expected a header row, the file is empty");
}

/// Removes an unfinished last line. Leaves the file unchanged if that is its only line.
void drop_unfinished_line(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(-1, std::ios::end);
  if (file.get() == '\n') return;
  file.seekg(0);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto whole = text.rfind('\n') + 1;
  if (whole > 0 && whole < text.size()) std::filesystem::resize_file(path, whole);
}

}  // namespace

bool resume_file(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown) ||
      std::filesystem::file_size(path, unknown) == 0)
    return false;
  std::ifstream file(path);
  std::string first;
  std::getline(file, first);
  std::vector<ResultSection> sections;
  add_row(sections, 0, Line(path, 1, first));
  drop_unfinished_line(path);
  return true;
}

std::vector<ResultSection> resume_results(const std::string& path) {
  return resume_file(path) ? read_results({path}) : std::vector<ResultSection>{};
}

std::vector<ResultSection> read_results(const std::vector<std::string>& paths) {
  std::vector<ResultSection> sections;
  for (const auto& path : paths) read_file(sections, path);
  return sections;
}

}  // namespace tutti
