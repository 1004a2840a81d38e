#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "harness/results/result_file.hpp"
#include "harness/results/result_line.hpp"

namespace tutti {
namespace {

/// Files of earlier versions, whose times are all by clock, do not tell.
Timing timing_of(const ResultLine& line) {
  if (!line.has("timing")) return Timing::clock;
  for (const auto timing : {Timing::clock, Timing::round_time})
    if (line.text("timing") == name(timing)) return timing;
  line.reject("expected the timing clock or round-time");
}

Measurement measurement_of(const ResultLine& line) {
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

Verdict verdict_of(const ResultLine& line) {
  for (const auto verdict : {Verdict::better, Verdict::tie, Verdict::worse})
    if (line.text("verdict") == name(verdict)) return verdict;
  line.reject("expected the verdict better, tie or worse");
}

Validation validation_of(const ResultLine& line) {
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

void add_row(std::vector<ResultSection>& sections, std::size_t first_of_file,
             const ResultLine& line) {
  const auto kind = line.text("row");
  if (kind == "header") {
    sections.push_back({.header = line.header()});
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
  const auto first = sections.size();
  for_each_row(path, [&](const ResultLine& line) { add_row(sections, first, line); });
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
  add_row(sections, 0, ResultLine(path, 1, first));
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
