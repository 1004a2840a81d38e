#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "contract/error.hpp"
#include "harness/json.hpp"
#include "harness/measure/result.hpp"

namespace tutti {
namespace {

using nlohmann::json;

/// One line of a result file, with its place for complaints.
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

  std::string text(const std::string& field) const { return get<std::string>(field); }
  double number(const std::string& field) const { return get<double>(field); }

  Point point() const {
    const auto collective = collective_named(text("collective"));
    if (!collective)
      reject("expected the name of a collective, found '" + text("collective") + "'");
    const Point point{*collective, get<int>("ranks"), get<std::int64_t>("bytes")};
    if (point.ranks < 1) reject("expected at least one rank");
    if (point.bytes < 0) reject("expected bytes of at least zero");
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
  if (line.get<int>("tutti_results") != 1) line.reject("expected results of version 1");
  return {.kind = line.text("kind"),
          .date = line.text("date"),
          .launch = line.get<int>("launch"),
          .ranks = line.get<int>("ranks"),
          .library = line.text("library"),
          .library_version = line.text("library_version"),
          .registry = line.text("registry"),
          .machine = line.text("machine"),
          .machine_details = line.get<json>("machine_details"),
          .environment = line.get<std::map<std::string, std::string>>("environment"),
          .command_line = line.text("command_line"),
          .library_details = line.get<json>("library_details")};
}

Measurement measurement_of(const Line& line) {
  auto samples = line.get<std::vector<double>>("samples_us");
  if (samples.empty()) line.reject("expected at least one number in 'samples_us'");
  return {.subject = line.text("subject"),
          .point = line.point(),
          .root = line.get<int>("root"),
          .pattern = line.text("pattern"),
          .cache = line.text("cache"),
          .test_case = line.text("case"),
          .restriction = line.text("restriction"),
          .launch = line.get<int>("launch"),
          .time_us = line.summary("time_us", samples.size()),
          .late_rounds = line.get<int>("late_rounds"),
          .stopped_by = line.text("stopped_by"),
          .samples_us = std::move(samples)};
}

Verdict verdict_of(const Line& line) {
  for (const auto verdict : {Verdict::better, Verdict::tie, Verdict::worse})
    if (line.text("verdict") == name(verdict)) return verdict;
  line.reject("expected the verdict better, tie or worse");
}

Validation validation_of(const Line& line) {
  auto map = line.get<Launches>("map_samples_us");
  auto baseline = line.get<Launches>("default_samples_us");
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
  else if (kind != "claim" && kind != "broadcast" && kind != "phases")  // which only reports read
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

/// Whole lines stay.
void drop_unfinished_line(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto whole = text.rfind('\n') + 1;
  if (whole > 0 && whole < text.size()) std::filesystem::resize_file(path, whole);
}

}  // namespace

std::vector<ResultSection> resume_results(const std::string& path) {
  std::error_code unknown;
  if (path.empty() || !std::filesystem::exists(path) ||
      std::filesystem::file_size(path, unknown) == 0)
    return {};
  std::ifstream file(path);
  std::string first;
  std::getline(file, first);
  std::vector<ResultSection> sections;
  add_row(sections, 0, Line(path, 1, first));
  drop_unfinished_line(path);
  return read_results({path});
}

std::vector<ResultSection> read_results(const std::vector<std::string>& paths) {
  std::vector<ResultSection> sections;
  for (const auto& path : paths) read_file(sections, path);
  return sections;
}

}  // namespace tutti
