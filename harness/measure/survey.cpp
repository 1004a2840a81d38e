#include "harness/measure/survey.hpp"

#include <algorithm>
#include <functional>
#include <ranges>

namespace tutti {
namespace {

/// Sizes that are measured first, at every number of ranks.
constexpr std::size_t first_sizes = 5;
constexpr std::size_t measurements_min = 3;
/// What a median of few repetitions may be wrong by.
constexpr double measured_error = 0.03;

OperationParameters parameters_of(const Point& point) {
  return {point.collective, point.ranks, point.bytes};
}

/// `count` of the values, evenly, with the first and the last.
template <class Value>
std::vector<Value> spread(const std::vector<Value>& values, std::size_t count) {
  if (values.size() <= count) return values;
  std::vector<Value> chosen;
  for (std::size_t i = 0; i < count; ++i)
    chosen.push_back(values[i * (values.size() - 1) / (count - 1)]);
  return chosen;
}

}  // namespace

Survey::Survey(std::vector<Point> grid) : grid_(std::move(grid)) { std::ranges::sort(grid_); }

void Survey::add(const std::string& subject, CostFunction cost) {
  subjects_[subject].cost = std::move(cost);
}

void Survey::add(const std::string& subject, const Point& point, double time_us) {
  auto& measured = subjects_.at(subject);
  measured.measured_us[point] = time_us;
  measured.equations.reset();
}

void Survey::exclude(const std::string& subject, const Point& point) {
  subjects_.at(subject).excluded.insert(point);
}

bool Survey::knows(const std::string& name, const Point& point) const {
  const auto& subject = subjects_.at(name);
  return subject.measured_us.contains(point) || subject.excluded.contains(point);
}

const std::vector<FitEquation>& Survey::equations(const std::string& name) const {
  const auto& subject = subjects_.at(name);
  if (subject.equations) return *subject.equations;
  if (subject.measured_us.size() < measurements_min) return subject.equations.emplace();
  std::vector<Observation> observations;
  for (const auto& [point, time_us] : subject.measured_us)
    observations.push_back({parameters_of(point), time_us});
  return subject.equations.emplace(fit(std::move(observations), subject.cost));
}

std::vector<Survey::Question> Survey::first_questions() const {
  std::map<int, std::vector<Point>> by_ranks;
  for (const auto& point : grid_) by_ranks[point.ranks].push_back(point);
  std::vector<Question> questions;
  for (const auto& [ranks, points] : by_ranks)
    for (const auto& point : spread(points, first_sizes)) {
      Question question{point, {}};
      for (const auto& [name, subject] : subjects_)
        if (!knows(name, point)) question.second.push_back(name);
      if (!question.second.empty()) questions.push_back(std::move(question));
    }
  return questions;
}

std::vector<Survey::Belief> Survey::beliefs_at(const Point& point) const {
  std::vector<Belief> beliefs;
  const auto believe = [&](const std::string& name, double time_us, double error, bool measured) {
    beliefs.push_back({name, time_us * (1 - error), time_us * (1 + error), measured});
  };
  const auto parameters = parameters_of(point);
  for (const auto& [name, subject] : subjects_) {
    if (subject.excluded.contains(point)) continue;
    if (const auto known = subject.measured_us.find(point); known != subject.measured_us.end()) {
      believe(name, known->second, measured_error, true);
      continue;
    }
    const Cost cost = subject.cost ? subject.cost(parameters) : Cost{};
    for (const auto& equation : equations(name))
      if (equation.domain.contains(parameters))
        believe(name, evaluate(equation, parameters, cost),
                std::max(equation.error, measured_error), false);
  }
  return beliefs;
}

/// How much may be lost by not knowing more of the point, and whom to measure there.
std::optional<std::pair<double, Survey::Question>> Survey::doubt_at(const Point& point) const {
  const auto beliefs = beliefs_at(point);
  if (beliefs.empty()) return std::nullopt;
  const double best_us = std::ranges::min(beliefs, {}, &Belief::high_us).high_us;
  const auto may_win = [&](const Belief& belief) { return belief.low_us < best_us; };
  if (std::ranges::count_if(beliefs, may_win) < 2) return std::nullopt;
  Question question{point, {}};
  double doubt = 0;
  for (const auto& belief : beliefs) {
    if (belief.measured || !may_win(belief)) continue;
    question.second.push_back(belief.subject);
    doubt += 1 - belief.low_us / best_us;
  }
  if (question.second.empty()) return std::nullopt;
  return std::pair{doubt, std::move(question)};
}

std::vector<Survey::Question> Survey::next(std::size_t most) const {
  if (auto first = first_questions(); !first.empty()) return first;
  std::vector<std::pair<double, Question>> doubts;
  for (const auto& point : grid_)
    if (auto doubt = doubt_at(point)) doubts.push_back(std::move(*doubt));
  std::ranges::stable_sort(doubts, std::greater{}, [](const auto& row) { return row.first; });
  std::vector<Question> questions;
  for (auto& [doubt, question] : doubts | std::views::take(most))
    questions.push_back(std::move(question));
  return questions;
}

}  // namespace tutti
