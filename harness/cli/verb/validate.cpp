/// Deploys a selection map, checks that it is loaded, and measures it against the default.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "contract/error.hpp"
#include "contract/library_version.hpp"
#include "harness/cli/verb.hpp"
#include "harness/map/deployment.hpp"
#include "harness/map/file_watch.hpp"
#include "harness/map/measured_choices.hpp"
#include "harness/map/read_back.hpp"
#include "harness/measure/launch_description.hpp"
#include "harness/measure/measurement_points.hpp"
#include "harness/platform/child.hpp"
#include "harness/platform/json.hpp"
#include "harness/platform/launch.hpp"
#include "harness/platform/replace_file.hpp"
#include "harness/platform/temporary_folder.hpp"
#include "harness/results/result_file.hpp"

namespace tutti {
namespace {

struct ValidateOptions {
  std::string map;
  std::string launcher = default_launcher();
  int launches = 6;
  double budget_s = 0;  ///< 0: as much as the rules of the map need
  std::string out;
  Significance significance;
  bool json = false;
};

/// Default time to measure each point in each launch.
constexpr double seconds_for_point = 0.1;

/// Times by point, for each launch.
using Times = std::map<Point, SamplesByLaunch>;

/// How the library reads the map.
struct Readings {
  std::vector<PointReading> points;
  std::string unknown = {};  ///< why nothing is known

  int count(RuleReading reading) const {
    return static_cast<int>(std::ranges::count(points, reading, &PointReading::reading));
  }
  bool misread() const { return any_misread(points); }

  /// Returns whether the library chose the subject at the point, as results say it.
  std::string algorithm_ran(const Point& point) const {
    const auto found = std::ranges::find(points, point, &PointReading::point);
    if (found == points.end()) return "unknown: " + unknown;
    switch (found->reading) {
      case RuleReading::right:
        return "yes";
      case RuleReading::misread:
        return "no";
      case RuleReading::like_default:
        return "unknown: it takes the same messages as the default";
      case RuleReading::unseen:
        break;
    }
    return "unknown: its messages are not known";
  }
};

/// Lets an MPI library tell how it reads the map. tutti's own library reports what it chooses anyway.
Readings readings_of(const Deployment& deployment, const std::string& launcher) {
  if (deployment.map.target == "tutti") return {};
  try {
    return {read_back(deployment, launcher)};
  } catch (const CannotRun& reason) {
    return {.points = {}, .unknown = reason.what()};
  }
}

/// Launches the library alternately with and without the map, and compares.
class Validator {
 public:
  Validator(const ValidateOptions& options, const Deployment& deployment, const Readings& readings)
      : options_(options),
        deployment_(deployment),
        readings_(readings),
        watch_(deployment.files),
        chosen_(measured_choices(deployment.map)) {
    if (chosen_.empty()) chosen_[{Collective::barrier, 2, 0}] = "mpi";  // still tests the loading
    for (const auto& [point, subject] : chosen_) ranks_ = std::max(ranks_, point.ranks);
  }

  void run() {
    for (int launch = 1; launch <= options_.launches; ++launch) {
      const bool map_first = launch % 2 == 1;
      measure(map_first, launch);
      measure(!map_first, launch);
    }
  }

  std::vector<Validation> rows() const;
  /// Returns the points that some launch had no time to measure.
  const std::set<Point>& missed() const { return missed_; }
  const ResultHeader& header() const { return header_; }

  /// Returns for each deployed file in how many of the launches with the map it was read.
  const std::map<std::string, int>& loads() const { return loads_; }
  /// Returns whether all files were read in all launches, and as they are meant: libraries open a file that they
  /// cannot use, and drop it without a word.
  bool loaded() const {
    return !loads_.empty() && !readings_.misread() &&
           std::ranges::all_of(loads_,
                               [&](const auto& load) { return load.second == options_.launches; });
  }

 private:
  /// Returns whether the library reports which algorithms ran, as tutti's preloaded one does.
  bool reports_algorithms() const { return deployment_.map.target == "tutti"; }

  std::string write_points() const {
    const auto path = folder_.file("points");
    std::vector<std::pair<Point, std::string>> points;
    for (const auto& [point, subject] : chosen_) points.emplace_back(point, "mpi");
    replace_file(path, print_points(points));
    return path;
  }

  double seconds_for_launch() const {
    return options_.budget_s > 0 ? options_.budget_s / options_.launches / 2
                                 : seconds_for_point * static_cast<double>(chosen_.size());
  }
  void measure(bool with_map, int launch);
  void count_loads();
  void read_report(const std::string& path);
  std::string algorithm_ran(const Point& point, const std::string& subject) const;

  const ValidateOptions& options_;
  const Deployment& deployment_;
  const Readings& readings_;
  FileWatch watch_;
  TemporaryFolder folder_;
  std::map<Point, std::string> chosen_;
  int ranks_ = 1;
  Times with_map_, without_;
  std::set<Point> missed_;
  std::map<std::string, int> loads_;
  std::map<std::pair<Point, std::string>, int> ran_;  ///< number of launches
  ResultHeader header_;
};

/// Counts a load for each file that was read since the last call. The kernel merges equal pending
/// events, so that the number of reads is not known.
void Validator::count_loads() {
  for (const auto& [path, readings] : watch_.new_readings()) loads_[path] += readings > 0;
}

void Validator::measure(bool with_map, int launch) {
  const auto results = folder_.file(fmt::format("{}-{}.jsonl", with_map, launch));
  const double seconds = seconds_for_launch();
  const auto command =
      launch_command(options_.launcher, ranks_,
                     {"bench", "--points", write_points(), "--clock", "shared", "--out", results,
                      "--seed", std::to_string(launch), "--time", fmt::format("{:.1f}", seconds)});
  auto environment = with_map ? deployment_.environment : Environment{};
  const auto report = folder_.file(fmt::format("report-{}.jsonl", launch));
  if (with_map && reports_algorithms()) environment["TUTTI_REPORT"] = report;
  const auto ending = run_child(command, environment, 10 * seconds + 120);
  if (ending.status != 0 || ending.timed_out)
    throw CannotRun(fmt::format("the launch {} the map {}: {}", with_map ? "with" : "without",
                                ending.timed_out ? "did not end" : "failed",
                                ending.complaints.substr(0, 300)));
  if (with_map) count_loads();
  if (with_map && reports_algorithms()) read_report(report);
  for (const auto& section : read_results({results})) {
    header_ = section.header;
    for (const auto& row : section.skipped) {
      if (!row.lacked_time())
        throw CannotRun(fmt::format("{} {} the map: {}", print(row.point),
                                    with_map ? "with" : "without", row.reason));
      missed_.insert(row.point);
    }
    for (const auto& row : section.measurements)
      (with_map ? with_map_ : without_)[row.point].push_back(row.samples_us);
  }
}

void Validator::read_report(const std::string& path) {
  std::ifstream file(path);
  std::set<std::pair<Point, std::string>> seen;
  for (std::string line; std::getline(file, line);) {
    const auto row = parsed_json(line);
    const auto collective = row.contains("collective")
                                ? collective_named(row["collective"].get<std::string>())
                                : std::nullopt;
    if (collective) seen.insert({{*collective, row["ranks"], row["bytes"]}, row["protocol"]});
  }
  for (const auto& what : seen) ++ran_[what];
}

std::string Validator::algorithm_ran(const Point& point, const std::string& subject) const {
  if (!reports_algorithms()) return readings_.algorithm_ran(point);
  Point reported = point;
  if (traits(point.collective).locally_sized) reported.bytes = 0;
  const auto found = ran_.find({reported, subject});
  return found != ran_.end() && found->second == options_.launches ? "yes" : "no";
}

std::vector<Validation> Validator::rows() const {
  std::vector<Validation> result;
  for (const auto& [point, subject] : chosen_) {
    if (subject == "mpi" || missed_.contains(point)) continue;
    const auto& map = with_map_.at(point);
    const auto& baseline = without_.at(point);
    result.push_back({.subject = subject,
                      .point = point,
                      .map_us = summarize(pooled(map)),
                      .default_us = summarize(pooled(baseline)),
                      .speedup = speedup(map, baseline),
                      .verdict = compare(map, baseline, options_.significance),
                      .algorithm_ran = algorithm_ran(point, subject),
                      .map_samples_us = map,
                      .default_samples_us = baseline});
  }
  return result;
}

/// The number of rows with each verdict, and the gain over all rows.
struct Tally {
  int better = 0, tie = 0, worse = 0;
  Estimate gain;
};

Tally tally_of(const std::vector<Validation>& rows) {
  Tally tally;
  std::vector<Pairing> pairings;
  for (const auto& row : rows) {
    ++(row.verdict == Verdict::better ? tally.better
       : row.verdict == Verdict::tie  ? tally.tie
                                      : tally.worse);
    pairings.push_back({row.map_samples_us, row.default_samples_us});
  }
  tally.gain = geometric_mean_speedup(pairings);
  return tally;
}

void print_rows(const std::vector<Validation>& rows) {
  for (const auto& row : rows)
    fmt::print("{:<20} {:>5} ranks {:>9} bytes  {:<42} {:>5.2f} [{:.2f}, {:.2f}]  {}\n",
               name(row.point.collective), row.point.ranks, row.point.bytes, row.subject,
               row.speedup.value, row.speedup.interval.low, row.speedup.interval.high,
               name(row.verdict));
}

std::string loading(const Validator& validator, const ValidateOptions& options) {
  std::string text;
  for (const auto& [path, times] : validator.loads())
    text += fmt::format("{}{} read in {} of {} launches", text.empty() ? "" : ", ",
                        std::filesystem::path(path).filename().string(), times, options.launches);
  return text;
}

nlohmann::ordered_json to_json(const Readings& readings) {
  nlohmann::ordered_json misread = nlohmann::json::array();
  for (const auto& reading : readings.points)
    if (reading.reading == RuleReading::misread)
      misread.push_back({{"point", print(reading.point)}, {"map", reading.subject}});
  return {{"right", readings.count(RuleReading::right)},
          {"misread", misread},
          {"like_default", readings.count(RuleReading::like_default)},
          {"unseen", readings.count(RuleReading::unseen)},
          {"unknown", readings.unknown}};
}

void print_readings(const Readings& readings) {
  if (!readings.unknown.empty()) fmt::print("how it is read is unknown: {}\n", readings.unknown);
  if (readings.points.empty()) return;
  fmt::print("{}", misread_lines(readings.points));
  fmt::print(
      "read back at {} points: {} right, {} misread, {} with the messages of the default{}\n",
      readings.points.size(), readings.count(RuleReading::right),
      readings.count(RuleReading::misread), readings.count(RuleReading::like_default),
      readings.count(RuleReading::unseen) == 0
          ? std::string()
          : fmt::format(", {} whose messages are not known", readings.count(RuleReading::unseen)));
}

void print_summary(const ValidateOptions& options, const std::vector<Validation>& rows,
                   std::size_t missed, const Readings& readings, const std::string& loading,
                   bool loaded) {
  const auto tally = tally_of(rows);
  if (options.json) {
    auto lines = nlohmann::json::array();
    for (const auto& row : rows) lines.push_back(to_json(row));
    const nlohmann::ordered_json summary{{"map", options.map},
                                         {"loaded", loaded},
                                         {"loading", loading},
                                         {"readings", to_json(readings)},
                                         {"better", tally.better},
                                         {"tie", tally.tie},
                                         {"worse", tally.worse},
                                         {"missed", missed},
                                         {"gain", tally.gain.value},
                                         {"gain_low", tally.gain.interval.low},
                                         {"gain_high", tally.gain.interval.high},
                                         {"rows", lines}};
    fmt::print("{}\n", summary.dump());
    return;
  }
  print_rows(rows);
  print_readings(readings);
  fmt::print(
      "{}: {} ({}); {} points better, {} tie, {} worse{}; {:.2f} times as fast as the default "
      "[{:.2f}, {:.2f}]\n",
      options.map, loaded ? "loaded" : "NOT LOADED", loading, tally.better, tally.tie, tally.worse,
      missed > 0 ? fmt::format(", {} not measured for want of time", missed) : std::string(),
      tally.gain.value, tally.gain.interval.low, tally.gain.interval.high);
}

/// Throws CannotRun if the library of this program reads the format of the map in another way than it is meant.
void require_reader(const Deployment& deployment) {
  const auto& [name, summary, format] = *deployment.format;
  if (!reads(library_version(), *format))
    throw CannotRun(
        fmt::format("{}: expected {} to read the format {}; this is {}",
                    deployment.files.empty() ? std::string("the map") : deployment.files[0],
                    readers_of(*format), name, library_version()));
}

int validate_map(const ValidateOptions& options) {
  if (launcher_rank() != 0) return 0;
  const auto deployment = find_deployment(options.map);
  require_reader(deployment);
  ResultFile file(options.out);
  const Readings readings = readings_of(deployment, options.launcher);
  Validator validator(options, deployment, readings);
  validator.run();
  const bool loaded = validator.loaded();
  const auto rows = validator.rows();
  auto header = validator.header();
  header.kind = "validate";
  header.command_line = own_command_line();
  file.append(header);
  for (const auto& row : rows) file.append(row);
  const auto missed = validator.missed().size();
  print_summary(options, rows, missed, readings, loading(validator, options), loaded);
  return loaded && missed == 0 && tally_of(rows).worse == 0 ? 0 : 1;
}

std::function<int()> declare(Command& command) {
  const auto options = std::make_shared<ValidateOptions>();
  command.add_option("map", options->map, "The file that `tutti map` wrote for the library")
      .required();
  command.add_option("--launcher", options->launcher, "What starts MPI programs, without -n")
      .shows_default();
  command.add_option("--launches", options->launches, "With the map, and as many without it")
      .between(1, 100)
      .shows_default();
  command
      .add_option(
          "--time,--budget", options->budget_s,
          "Seconds for all launches together; a tenth for each point and launch if not given")
      .in_seconds()
      .positive();
  command.add_option("--out", options->out, "Append to this result file");
  command
      .add_option("--margin", options->significance.margin,
                  "Differences of medians below this fraction are ties")
      .shows_default();
  command.add_flag("--json", options->json, "Print the outcome as one JSON object");
  return [options] { return validate_map(*options); };
}

}  // namespace
}  // namespace tutti

VERB(validate){tutti::declare};
