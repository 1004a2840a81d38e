#include "harness/measure/library_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "contract/error.hpp"
#include "harness/measure/measurement_launch.hpp"
#include "harness/measure/measurement_points.hpp"
#include "harness/results/result_file.hpp"
#include "harness/subject/builtin_subjects.hpp"

namespace tutti {
namespace {

constexpr std::string_view over = " over ";
constexpr double near_the_best = 1.25;  ///< launches seldom differ by more than this factor

/// Returns the protocols that compete for tutti: those of the active engine that choose the message
/// protocol themselves, with each of their parameter variants.
std::vector<std::string> competing_protocols(Collective collective) {
  std::vector<std::string> names;
  for (const auto& protocol : protocols()) {
    const bool may_serve = protocol.engine == Engine::active &&
                           protocol.message == MessageProtocol::automatic &&
                           protocol.algorithm->collective == collective;
    if (!may_serve) continue;
    for (auto& variant : parameter_variants(*protocol_subject(protocol), false))
      names.push_back(std::move(variant));
  }
  return names;
}

class Comparer {
 public:
  explicit Comparer(const ComparisonOptions& options) : options_(options), out_(options.out) {
    for (const auto& point : options.points) ranks_.insert(point.ranks);
  }

  std::vector<ComparisonRow> run() {
    const int choosing = std::max(1, options_.launches / 2);
    for (int launch = 1; launch <= options_.launches; ++launch) {
      for (const int ranks : ranks_)
        launch_all(ranks, launch, launch <= choosing ? chosen_from_ : measured_);
      if (launch <= choosing) keep_those_within(launch < choosing ? near_the_best : 1);
    }
    std::vector<ComparisonRow> rows;
    for (const auto& point : options_.points) rows.push_back(row_of(point, measured_[point]));
    return rows;
  }

 private:
  /// Returns a name for a subject and the library that it ran over. The same subject differs
  /// between libraries, since their launchers treat waiting ranks differently.
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
  void keep_those_within(double factor);
  bool may_serve(const Point& point, const std::string& label) const;
  std::vector<std::pair<Point, std::string>> subjects_for(const std::string& program,
                                                          int ranks) const;
  void run_launch(const std::string& program, int ranks, int launch, PointSamples& samples);
  static ComparisonRow row_of(const Point& point, const SubjectSamples& samples);

  const ComparisonOptions& options_;
  std::set<int> ranks_;
  TemporaryFolder folder_;
  ResultFile out_;
  using Side = std::pair<Point, bool>;  ///< a point; whether the libraries' defaults
  PointSamples chosen_from_, measured_;
  std::map<Side, std::set<std::string>> kept_;    ///< labels that still compete; all if absent
  std::map<std::string, std::string> libraries_;  ///< name of the library, by program
};

/// Keeps only the labels of each side whose time is at most `factor` times the best time of that
/// side. The choice uses samples that are not reported, since the minimum of several medians is
/// biased towards small values.
void Comparer::keep_those_within(double factor) {
  for (const auto& [point, samples] : chosen_from_)
    for (const bool defaults : {false, true}) {
      const auto of_side = [&](const std::string& label) { return is_default(label) == defaults; };
      const auto best = fastest(samples, of_side);
      if (best.empty()) continue;
      const double most_us = factor * mean_of_medians(samples.at(best));
      auto& kept = kept_[{point, defaults}] = {best};
      for (const auto& [label, launches] : samples)
        if (of_side(label) && mean_of_medians(launches) <= most_us) kept.insert(label);
    }
}

bool Comparer::may_serve(const Point& point, const std::string& label) const {
  const auto kept = kept_.find({point, is_default(label)});
  return kept == kept_.end() || kept->second.contains(label);
}

std::vector<std::pair<Point, std::string>> Comparer::subjects_for(const std::string& program,
                                                                  int ranks) const {
  const auto known = libraries_.find(program);
  const std::string library = known == libraries_.end() ? "" : known->second;
  std::vector<std::pair<Point, std::string>> subjects;
  for (const auto& point : options_.points) {
    if (point.ranks != ranks) continue;
    auto names = competing_protocols(point.collective);
    names.emplace_back("mpi");
    for (auto& name : names)
      if (may_serve(point, label(name, library))) subjects.emplace_back(point, std::move(name));
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
  if (plan.subjects.empty()) return;
  for (const auto& section : measure_in_launch(plan, folder_)) {
    out_.append(section.header);
    libraries_[program] = section.header.library;
    for (const auto& row : section.measurements) {
      out_.append(row);
      samples[row.point][label(row.subject, section.header.library)].push_back(row.samples_us);
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
          .tutti_us = pooled_median(samples.at(ours)),
          .default_us = pooled_median(samples.at(theirs)),
          .speedup = speedup(samples.at(ours), samples.at(theirs)),
          .times_us = {samples.at(ours), samples.at(theirs)}};
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
    if (row.measured) pairings.push_back(row.times_us);
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
