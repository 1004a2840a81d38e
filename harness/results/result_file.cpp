#include "harness/results/result_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>

#include "contract/error.hpp"
#include "harness/platform/json.hpp"

namespace tutti {
namespace {

using nlohmann::json;

void add_summary(json& row, const std::string& prefix, const Summary& summary) {
  row[prefix + "_median"] = summary.median;
  row[prefix + "_low"] = summary.median_interval.low;
  row[prefix + "_high"] = summary.median_interval.high;
  row[prefix + "_p95"] = summary.p95;
  row[prefix + "_p99"] = summary.p99;
  row[prefix + "_min"] = summary.min;
  row[prefix + "_max"] = summary.max;
}

}  // namespace

TimeColumns columns_of(Timing timing) {
  if (timing == Timing::clock) return {"time_us", "samples_us"};
  return {"round_time_us", "round_time_samples_us"};
}

void add_point(json& row, const Point& point) {
  row["collective"] = name(point.collective);
  row["ranks"] = point.ranks;
  row["bytes"] = point.bytes;
}

std::string print(const Point& point) {
  return fmt::format("{} ranks={} bytes={}", name(point.collective), point.ranks, point.bytes);
}

std::vector<ContestRow> by_contest(const std::vector<ResultSection>& sections) {
  std::vector<ContestRow> rows;
  std::size_t contest = 0;
  for (const auto& section : sections) {
    const Measurement* last = nullptr;
    for (const auto& row : section.measurements) {
      if (!last || row.point != last->point || row.contest != last->contest) ++contest;
      last = &row;
      rows.push_back({contest, last});
    }
  }
  return rows;
}

json to_json(const ResultHeader& header) {
  return {{"row", "header"},
          {"tutti_results", 1},
          {"kind", header.kind},
          {"date", header.date},
          {"launch", header.launch},
          {"ranks", header.ranks},
          {"library", header.library},
          {"library_version", header.library_version},
          {"registry", header.registry},
          {"machine", header.machine},
          {"machine_details", parsed_json(header.machine_details)},
          {"environment", header.environment},
          {"command_line", header.command_line},
          {"library_details", parsed_json(header.library_details)}};
}

json to_json(const Measurement& row) {
  json line{{"row", "measurement"}, {"subject", row.subject}};
  add_point(line, row.point);
  line.update({{"root", row.root},
               {"pattern", row.pattern},
               {"cache", row.cache},
               {"case", row.test_case},
               {"restriction", row.restriction},
               {"launch", row.launch},
               {"contest", row.contest},
               {"repetitions", row.samples_us.size()},
               {"timing", name(row.timing)},
               {"clock_error_us", row.clock_error_us},
               {"late_rounds", row.late_rounds},
               {"uncertain_rounds", row.uncertain_rounds},
               {"stopped_by", row.stopped_by}});
  const auto columns = columns_of(row.timing);
  line[columns.samples] = row.samples_us;
  add_summary(line, columns.summary, row.time_us);
  return line;
}

json to_json(const SkippedMeasurement& row) {
  json line{{"row", "skipped"}, {"subject", row.subject}, {"reason", row.reason}};
  add_point(line, row.point);
  return line;
}

json to_json(const Validation& row) {
  json line{{"row", "validation"},
            {"subject", row.subject},
            {"speedup", row.speedup.value},
            {"speedup_low", row.speedup.interval.low},
            {"speedup_high", row.speedup.interval.high},
            {"verdict", name(row.verdict)},
            {"algorithm_ran", row.algorithm_ran},
            {"map_samples_us", row.map_samples_us},
            {"default_samples_us", row.default_samples_us}};
  add_point(line, row.point);
  add_summary(line, "map_us", row.map_us);
  add_summary(line, "default_us", row.default_us);
  return line;
}

ResultFile::ResultFile(const std::string& path) : path_(path) {
  if (path.empty()) return;
  resume_file(path);
  descriptor_ = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor_ < 0) throw UsageError(fmt::format("{}: {}", path, std::strerror(errno)));
}

void ResultFile::append(const nlohmann::json& row) { write_line(row.dump()); }

ResultFile::~ResultFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

template <class Row>
void ResultFile::append(const Row& row) {
  write_line(to_json(row).dump());
}

template void ResultFile::append(const ResultHeader&);
template void ResultFile::append(const Measurement&);
template void ResultFile::append(const SkippedMeasurement&);
template void ResultFile::append(const Validation&);

/// Returns false, with the reason in errno, if not all of the text can be written.
static bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const auto written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void ResultFile::write_line(const std::string& line) {
  if (descriptor_ < 0) return;
  const std::string whole = line + "\n";
  const auto before = lseek(descriptor_, 0, SEEK_END);
  // What is no file on a disk, such as a pipe, cannot be synced.
  if (write_all(descriptor_, whole) &&
      (fdatasync(descriptor_) == 0 || errno == EINVAL || errno == EROFS))
    return;
  const int reason = errno;
  // Readers refuse a file with a cut line.
  if (before >= 0 && ftruncate(descriptor_, before) != 0)
    throw CannotRun(fmt::format("{}: a row is cut: {}", path_, std::strerror(errno)));
  throw CannotRun(fmt::format("{}: cannot append a row: {}", path_, std::strerror(reason)));
}

}  // namespace tutti
