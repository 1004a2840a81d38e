#include "harness/measure/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "contract/error.hpp"
#include "harness/measure/launched.hpp"
#include "harness/measure/plan.hpp"
#include "harness/measure/result.hpp"
#include "harness/subject/own.hpp"

namespace tutti {
namespace {

/// Samples by point and by what was measured: a protocol, or a library's default.
using Samples = std::map<Point, std::map<std::string, std::vector<double>>>;

/// The protocols that stand for tutti: active messages that travel as tutti thinks best.
std::vector<std::string> competing_protocols(Collective collective) {
  std::vector<std::string> names;
  for (const auto& protocol : protocols()) {
    const bool competes = protocol.engine == Engine::active &&
                          protocol.message == MessageProtocol::automatic &&
                          protocol.algorithm->collective == collective;
    if (!competes) continue;
    for (auto& variant : parameter_variants(*protocol_subject(protocol), false))
      names.push_back(std::move(variant));
  }
  return names;
}

class Comparer {
 public:
  explicit Comparer(const ComparisonOptions& options) : options_(options), kept_(options.out) {
    for (const auto& point : options.points) ranks_.insert(point.ranks);
  }

  std::vector<ComparisonRow> run() {
    for (const int ranks : ranks_) launch_all(ranks, 1, chosen_from_);
    for (const auto& [point, samples] : chosen_from_) best_[point] = fastest_protocol(samples);
    for (int launch = 2; launch <= options_.launches; ++launch)
      for (const int ranks : ranks_) launch_all(ranks, launch, measured_);
    std::vector<ComparisonRow> rows;
    for (const auto& point : options_.points)
      if (const auto found = measured_.find(point); found != measured_.end())
        rows.push_back(row_of(point, found->second));
    return rows;
  }

 private:
  static bool is_default(const std::string& name) { return name.ends_with(" default"); }

  static double median_of(const std::vector<double>& samples) { return summarize(samples).median; }

  static std::string fastest(const std::map<std::string, std::vector<double>>& samples,
                             bool defaults) {
    std::string best;
    for (const auto& [name, times] : samples)
      if (is_default(name) == defaults &&
          (best.empty() || median_of(times) < median_of(samples.at(best))))
        best = name;
    return best;
  }
  static std::string fastest_protocol(const std::map<std::string, std::vector<double>>& samples) {
    return fastest(samples, false);
  }

  void launch_all(int ranks, int launch, Samples& samples) {
    for (const auto& program : options_.programs) run_launch(program, ranks, launch, samples);
  }
  std::vector<std::pair<Point, std::string>> subjects_for(int ranks) const;
  void run_launch(const std::string& program, int ranks, int launch, Samples& samples);
  ComparisonRow row_of(const Point& point,
                       const std::map<std::string, std::vector<double>>& samples) const;

  const ComparisonOptions& options_;
  std::set<int> ranks_;
  PrivateFolder folder_;
  ResultFile kept_;
  Samples chosen_from_, measured_;
  std::map<Point, std::string> best_;
};

std::vector<std::pair<Point, std::string>> Comparer::subjects_for(int ranks) const {
  std::vector<std::pair<Point, std::string>> subjects;
  for (const auto& point : options_.points) {
    if (point.ranks != ranks) continue;
    const auto chosen = best_.find(point);
    const auto protocols =
        chosen == best_.end() ? competing_protocols(point.collective) : std::vector{chosen->second};
    for (const auto& protocol : protocols) subjects.emplace_back(point, protocol);
    subjects.emplace_back(point, "mpi");
  }
  return subjects;
}

void Comparer::run_launch(const std::string& program, int ranks, int launch, Samples& samples) {
  const PointLaunch plan{.program = program,
                         .ranks = ranks,
                         .subjects = subjects_for(ranks),
                         .launch = launch,
                         .seed = options_.seed + static_cast<std::uint64_t>(launch),
                         .budget_s = options_.budget_s};
  for (const auto& section : measure_in_launch(plan, folder_)) {
    kept_.append(section.header);
    for (const auto& row : section.measurements) {
      kept_.append(row);
      const auto name = row.subject == "mpi" ? section.header.library + " default" : row.subject;
      auto& times = samples[row.point][name];
      times.insert(times.end(), row.samples_us.begin(), row.samples_us.end());
    }
  }
}

ComparisonRow Comparer::row_of(const Point& point,
                               const std::map<std::string, std::vector<double>>& samples) const {
  const auto ours = fastest_protocol(samples), theirs = fastest(samples, true);
  if (ours.empty() || theirs.empty())
    throw CannotRun(print(point) + ": nothing was measured; expected a longer --time");
  return {.point = point,
          .subject = ours,
          .default_library = theirs.substr(0, theirs.find(' ')),
          .tutti_us = median_of(samples.at(ours)),
          .default_us = median_of(samples.at(theirs)),
          .speedup = speedup(samples.at(ours), samples.at(theirs)),
          .tutti_samples_us = samples.at(ours),
          .default_samples_us = samples.at(theirs)};
}

}  // namespace

std::vector<ComparisonRow> compare_with_libraries(const ComparisonOptions& options) {
  return Comparer(options).run();
}

Estimate gain_of(const std::vector<ComparisonRow>& rows) {
  std::vector<Pairing> pairings;
  for (const auto& row : rows) pairings.push_back({row.tutti_samples_us, row.default_samples_us});
  return geometric_mean_speedup(pairings);
}

nlohmann::json to_json(const ComparisonRow& row) {
  return {{"collective", name(row.point.collective)},
          {"ranks", row.point.ranks},
          {"bytes", row.point.bytes},
          {"protocol", row.subject},
          {"tutti_us", row.tutti_us},
          {"default_library", row.default_library},
          {"default_us", row.default_us},
          {"speedup", row.speedup.value},
          {"speedup_low", row.speedup.interval.low},
          {"speedup_high", row.speedup.interval.high}};
}

}  // namespace tutti
