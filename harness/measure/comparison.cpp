#include "harness/measure/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
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

constexpr std::string_view over = " over ";

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
    for (const auto& [point, samples] : chosen_from_)
      best_[point] = fastest(samples, std::not_fn(is_default));
    for (int launch = 2; launch <= options_.launches; ++launch)
      for (const int ranks : ranks_) launch_all(ranks, launch, measured_);
    std::vector<ComparisonRow> rows;
    for (const auto& point : options_.points) rows.push_back(row_of(point, measured_[point]));
    return rows;
  }

 private:
  /// What was measured, and over which library: launchers differ in what they do to waiting ranks.
  static std::string label(const std::string& subject, const std::string& library) {
    return subject + std::string(over) + library;
  }
  static std::string subject_of(const std::string& label) {
    return label.substr(0, label.rfind(over));
  }
  static std::string library_of(const std::string& label) {
    return label.substr(label.rfind(over) + over.size());
  }
  static bool is_default(const std::string& label) { return subject_of(label) == "mpi"; }

  void launch_all(int ranks, int launch, PointSamples& samples) {
    for (const auto& program : options_.programs) run_launch(program, ranks, launch, samples);
  }
  std::vector<std::pair<Point, std::string>> subjects_for(const std::string& program,
                                                          int ranks) const;
  void run_launch(const std::string& program, int ranks, int launch, PointSamples& samples);
  static ComparisonRow row_of(const Point& point, const SubjectSamples& samples);

  const ComparisonOptions& options_;
  std::set<int> ranks_;
  PrivateFolder folder_;
  ResultFile kept_;
  PointSamples chosen_from_, measured_;           ///< of protocols, and of the libraries' defaults
  std::map<Point, std::string> best_;             ///< labels
  std::map<std::string, std::string> libraries_;  ///< of the programs
};

std::vector<std::pair<Point, std::string>> Comparer::subjects_for(const std::string& program,
                                                                  int ranks) const {
  std::vector<std::pair<Point, std::string>> subjects;
  for (const auto& point : options_.points) {
    if (point.ranks != ranks) continue;
    const auto chosen = best_.find(point);
    for (const auto& protocol : competing_protocols(point.collective))
      if (chosen == best_.end() || chosen->second == label(protocol, libraries_.at(program)))
        subjects.emplace_back(point, protocol);
    subjects.emplace_back(point, "mpi");
  }
  return subjects;
}

void Comparer::run_launch(const std::string& program, int ranks, int launch,
                          PointSamples& samples) {
  const PointLaunch plan{.program = program,
                         .ranks = ranks,
                         .subjects = subjects_for(program, ranks),
                         .launch = launch,
                         .seed = options_.seed + static_cast<std::uint64_t>(launch),
                         .budget_s = options_.budget_s};
  for (const auto& section : measure_in_launch(plan, folder_)) {
    kept_.append(section.header);
    libraries_[program] = section.header.library;
    for (const auto& row : section.measurements) {
      kept_.append(row);
      auto& times = samples[row.point][label(row.subject, section.header.library)];
      times.insert(times.end(), row.samples_us.begin(), row.samples_us.end());
    }
  }
}

ComparisonRow Comparer::row_of(const Point& point, const SubjectSamples& samples) {
  const auto ours = fastest(samples, std::not_fn(is_default)),
             theirs = fastest(samples, is_default);
  if (ours.empty() || theirs.empty()) return {.point = point, .measured = false};
  return {.point = point,
          .subject = subject_of(ours),
          .library = library_of(ours),
          .default_library = library_of(theirs),
          .tutti_us = summarize(samples.at(ours)).median,
          .default_us = summarize(samples.at(theirs)).median,
          .speedup = speedup(samples.at(ours), samples.at(theirs)),
          .tutti_samples_us = samples.at(ours),
          .default_samples_us = samples.at(theirs)};
}

}  // namespace

std::vector<ComparisonRow> compare_with_libraries(const ComparisonOptions& options) {
  return Comparer(options).run();
}

void require_all_measured(const std::vector<ComparisonRow>& rows) {
  const auto missing = std::ranges::find(rows, false, &ComparisonRow::measured);
  if (missing != rows.end())
    throw CannotRun(print(missing->point) + ": nothing was measured; expected a longer --time");
}

Estimate gain_of(const std::vector<ComparisonRow>& rows) {
  std::vector<Pairing> pairings;
  for (const auto& row : rows)
    if (row.measured) pairings.push_back({row.tutti_samples_us, row.default_samples_us});
  return geometric_mean_speedup(pairings);
}

nlohmann::json to_json(const ComparisonRow& row) {
  nlohmann::json line{{"measured", row.measured}};
  add_point(line, row.point);
  if (!row.measured) return line;
  line.update({{"protocol", row.subject},
               {"library", row.library},
               {"tutti_us", row.tutti_us},
               {"default_library", row.default_library},
               {"default_us", row.default_us},
               {"speedup", row.speedup.value},
               {"speedup_low", row.speedup.interval.low},
               {"speedup_high", row.speedup.interval.high}});
  return line;
}

}  // namespace tutti
