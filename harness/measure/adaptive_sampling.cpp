#include "harness/measure/adaptive_sampling.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <ranges>

#include "harness/results/regression_input.hpp"
#include "optimized/selection/interpolation.hpp"

namespace tutti {
namespace {

/// Number of sizes that the first look measures for each number of ranks.
constexpr std::size_t first_sizes = 7;
/// Repetitions in the first look: enough to exclude subjects that are never the fastest.
constexpr int first_repetitions = 16;
/// Share of the time for the first look, which excludes subjects that are not the fastest anywhere.
constexpr double first_share = 0.5;
/// Relative error of a median below which no further measurement is needed.
constexpr double good_error = 0.05;
constexpr std::size_t measurements_max = 8;
constexpr double never = std::numeric_limits<double>::infinity();

/// Returns `count` of the values at even distances, with the first and the last.
template <class Value>
std::vector<Value> spread(const std::vector<Value>& values, std::size_t count) {
  if (values.size() <= count) return values;
  std::vector<Value> chosen;
  for (std::size_t i = 0; i < count; ++i)
    chosen.push_back(values[i * (values.size() - 1) / (count - 1)]);
  return chosen;
}

}  // namespace

AdaptiveSampling::AdaptiveSampling(std::vector<Point> grid) : grid_(std::move(grid)) {
  std::ranges::sort(grid_);
}

void AdaptiveSampling::add(const std::string& subject, CostFunction cost) {
  subjects_[subject].cost = std::move(cost);
}

void AdaptiveSampling::add(const std::string& subject, const Point& point,
                           const ContestObservation& observation) {
  subjects_.at(subject).measured[point].push_back(observation);
  knowledge_.reset();
}

void AdaptiveSampling::exclude(const std::string& subject, const Point& point) {
  subjects_.at(subject).excluded.insert(point);
}

bool AdaptiveSampling::knows(const std::string& name, const Point& point) const {
  const auto& subject = subjects_.at(name);
  return subject.measured.contains(point) || subject.excluded.contains(point);
}

const AdaptiveSampling::Fits& AdaptiveSampling::knowledge() const {
  if (knowledge_) return *knowledge_;
  std::vector<Contestant> contestants;
  for (const auto& [name, subject] : subjects_) {
    auto& contestant = contestants.emplace_back(subject.cost);
    for (const auto& [point, observations] : subject.measured)
      std::ranges::copy(observations, std::back_inserter(contestant.observations));
  }
  return knowledge_.emplace(interpolate_contests(contestants), repeat_error(contestants),
                            deviations_of(curves_of(contestants)));
}

const std::vector<FitEquation>& AdaptiveSampling::equations(const std::string& name) const {
  return knowledge().equations[number_of(name)];
}

/// Returns the index of the subject among the contestants.
std::size_t AdaptiveSampling::number_of(const std::string& name) const {
  return static_cast<std::size_t>(std::distance(subjects_.begin(), subjects_.find(name)));
}

/// Returns the relative amount by which the subject's time at the point exceeds the time that its
/// neighbouring sizes predict; 0 if it is below.
double AdaptiveSampling::surprise(const std::string& name, const Point& point) const {
  const auto there = knowledge().deviations.find({point.ranks, point.bytes});
  if (there == knowledge().deviations.end()) return 0;
  const auto found = there->second.find(number_of(name));
  return found == there->second.end() ? 0 : std::max(0.0, std::exp2(found->second) - 1);
}

AdaptiveSampling::Questions AdaptiveSampling::first_look() const {
  std::map<int, std::vector<Point>> by_ranks;
  for (const auto& point : grid_) by_ranks[point.ranks].push_back(point);
  Questions questions;
  questions.repetitions_max = first_repetitions;
  std::size_t looks = 0;
  for (const auto& [ranks, points] : by_ranks)
    for (const auto& point : spread(points, first_sizes)) {
      MeasurementRequest question{point, {}};
      for (const auto& [name, subject] : subjects_)
        if (!knows(name, point)) question.second.push_back(name);
      if (!question.second.empty()) questions.all.push_back(std::move(question));
      ++looks;
    }
  questions.share =
      first_share * static_cast<double>(questions.all.size()) / static_cast<double>(looks);
  return questions;
}

/// Returns the bounds of the subject's expected time at the point, from the equations and, as far
/// as they exist, the measurements there. Returns nothing if the subject is excluded or unknown
/// there.
std::optional<AdaptiveSampling::ExpectedTime> AdaptiveSampling::belief_of(
    const std::string& name, const Point& point) const {
  const auto& subject = subjects_.at(name);
  if (subject.excluded.contains(point)) return std::nullopt;
  const auto parameters = parameters_of(point);
  const auto& known_equations = equations(name);
  const auto* equation = equation_for(known_equations, parameters);
  const auto measured = subject.measured.find(point);
  const bool has_measured = measured != subject.measured.end();
  if (!equation && !has_measured) return std::nullopt;
  ExpectedTime belief;
  belief.subject = name;
  double error = has_measured ? never : equation->error;
  if (has_measured) {
    for (const auto& [contest, observation] : measured->second)
      error = std::min(error, observation.error);
    error = std::max(
        error, knowledge().repeat_error / std::sqrt(static_cast<double>(measured->second.size())));
    // A single contest may have been disturbed.
    if (measured->second.size() == 1) error = std::max(error, surprise(name, point));
    belief.certain = error <= good_error || measured->second.size() >= measurements_max;
  }
  const double time_us = equation ? expected_us(known_equations, parameters, subject.cost)
                                  : measured->second.back().observation.time_us;
  belief.low_us = time_us / (1 + error);
  belief.high_us = time_us * (1 + error);
  return belief;
}

/// Returns the loss that is possible from the uncertainty at the point, and the subjects to measure
/// there. Returns nothing if the fastest subject is certain.
std::optional<std::pair<double, AdaptiveSampling::MeasurementRequest>> AdaptiveSampling::doubt_at(
    const Point& point) const {
  std::vector<ExpectedTime> beliefs;
  for (const auto& [name, subject] : subjects_)
    if (auto belief = belief_of(name, point)) beliefs.push_back(std::move(*belief));
  if (beliefs.empty()) return std::nullopt;
  const double best_us = std::ranges::min(beliefs, {}, &ExpectedTime::high_us).high_us;
  std::erase_if(beliefs, [&](const ExpectedTime& belief) { return belief.low_us >= best_us; });
  if (beliefs.size() < 2 || std::ranges::all_of(beliefs, &ExpectedTime::certain))
    return std::nullopt;
  MeasurementRequest question{point, {}};
  double doubt = 0;
  for (const auto& belief : beliefs) {
    question.second.push_back(belief.subject);
    if (!belief.certain) doubt += 1 - belief.low_us / best_us;
  }
  return std::pair{doubt, std::move(question)};
}

AdaptiveSampling::Questions AdaptiveSampling::next(std::size_t most) const {
  if (auto first = first_look(); !first.all.empty()) return first;
  std::vector<std::pair<double, MeasurementRequest>> doubts;
  for (const auto& point : grid_)
    if (auto doubt = doubt_at(point)) doubts.push_back(std::move(*doubt));
  std::ranges::stable_sort(doubts, std::greater{}, [](const auto& row) { return row.first; });
  Questions questions;
  for (auto& [doubt, question] : doubts | std::views::take(most))
    questions.all.push_back(std::move(question));
  questions.share = (1 - first_share) * static_cast<double>(questions.all.size()) /
                    static_cast<double>(grid_.size());
  return questions;
}

}  // namespace tutti
