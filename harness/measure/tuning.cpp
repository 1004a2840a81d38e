#include "harness/measure/tuning.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

#include "harness/results/regression_input.hpp"

namespace tutti {
namespace {

constexpr std::string_view library_default = "mpi";
/// Number of points of one collective that are measured before the equations are fitted again.
constexpr std::size_t points_at_a_time = 6;

std::map<Collective, std::vector<Point>> points_by_collective(
    const std::map<Point, Contest>& grid) {
  std::map<Collective, std::vector<Point>> points;
  for (const auto& [point, contest] : grid) points[point.collective].push_back(point);
  return points;
}

}  // namespace

Tuning::Tuning(std::vector<Contest> grid) {
  for (auto& contest : grid) grid_.emplace(contest.point, std::move(contest));
  std::map<Collective, std::set<std::string>> subjects;
  for (const auto& [point, contest] : grid_)
    for (const auto& candidate : contest.candidates)
      subjects[point.collective].insert(candidate.subject->name());
  for (auto& [collective, points] : points_by_collective(grid_)) {
    auto& sampling = samplings_.emplace(collective, AdaptiveSampling(points)).first->second;
    for (const auto& name : subjects[collective]) sampling.add(name, cost_of(name));
    for (const auto& point : points)
      for (const auto& name : subjects[collective])
        if (std::ranges::none_of(grid_.at(point).candidates, [&](const Candidate& candidate) {
              return candidate.subject->name() == name;
            }))
          sampling.exclude(name, point);
  }
}

/// Leaves out subjects that were skipped for want of a verdict or of time, so that they are tried
/// again.
void Tuning::recall(const ResultSection& earlier) {
  const auto sink = listener({.measured = [](const auto&) {}, .skipped = [](const auto&) {}});
  for (const auto& row : earlier.measurements) sink.measured(row);
  for (const auto& row : earlier.skipped)
    if (!row.lacked_verdict() && !row.lacked_time()) sink.skipped(row);
  contest_in_launch_.reset();
}

/// Returns a contest number that is unique over all recalled and measured rows.
std::size_t Tuning::contest_of(const Measurement& row) {
  const std::pair in_launch{row.point, row.contest};
  if (contest_in_launch_ != in_launch) ++contest_;
  contest_in_launch_ = in_launch;
  return contest_;
}

Listener Tuning::listener(Listener next) {
  const auto may_serve = [this](const Point& point, const std::string& subject) {
    const auto contest = grid_.find(point);
    return contest != grid_.end() &&
           std::ranges::any_of(contest->second.candidates, [&](const Candidate& candidate) {
             return candidate.subject->name() == subject;
           });
  };
  return {.measured =
              [=, this](const Measurement& row) {
                const auto contest = contest_of(row);
                if (may_serve(row.point, row.subject))
                  sampling(row.point).add(row.subject, row.point, {contest, observation_of(row)});
                next.measured(row);
              },
          .skipped =
              [=, this](const SkippedMeasurement& row) {
                if (may_serve(row.point, row.subject))
                  sampling(row.point).exclude(row.subject, row.point);
                next.skipped(row);
              }};
}

std::vector<AdaptiveSampling::MeasurementRequest> Tuning::unanswered() const {
  std::vector<AdaptiveSampling::MeasurementRequest> questions;
  for (const auto& [point, contest] : grid_) {
    AdaptiveSampling::MeasurementRequest question{point, {}};
    for (const auto& candidate : contest.candidates)
      if (const auto name = candidate.subject->name();
          !samplings_.at(point.collective).knows(name, point))
        question.second.push_back(name);
    if (!question.second.empty()) questions.push_back(std::move(question));
  }
  return questions;
}

AdaptiveSampling::Questions Tuning::doubtful() const {
  AdaptiveSampling::Questions questions;
  questions.repetitions_max = 0;
  for (const auto& [collective, sampling] : samplings_) {
    auto [asked, share, repetitions_max] = sampling.next(points_at_a_time);
    if (asked.empty()) continue;
    questions.repetitions_max = std::max(questions.repetitions_max, repetitions_max);
    questions.share +=
        share * static_cast<double>(sampling.points()) / static_cast<double>(grid_.size());
    std::ranges::move(asked, std::back_inserter(questions.all));
  }
  return questions;
}

/// Returns the questions of rank 0 as contests, at every rank. Adds the library's default to each
/// contest, since that is what a subject has to beat.
std::vector<Contest> Tuning::shared(
    const std::vector<AdaptiveSampling::MeasurementRequest>& questions,
    const Exchange& world) const {
  std::ostringstream lines;
  for (auto [point, names] : questions) {
    if (std::ranges::find(names, library_default) == names.end())
      names.emplace_back(library_default);
    for (const auto& subject : names)
      lines << static_cast<int>(point.collective) << ' ' << point.ranks << ' ' << point.bytes << ' '
            << subject << '\n';
  }
  std::istringstream words(world.share_text(lines.str()));
  std::vector<Contest> contests;
  int collective = 0;
  Point point;
  std::string subject;
  while (words >> collective >> point.ranks >> point.bytes >> subject) {
    point.collective = static_cast<Collective>(collective);
    if (contests.empty() || contests.back().point != point) contests.push_back({point, {}});
    for (const auto& candidate : grid_.at(point).candidates)
      if (candidate.subject->name() == subject) contests.back().candidates.push_back(candidate);
  }
  return contests;
}

std::vector<Contest> Tuning::all(const Exchange& world) const {
  return shared(
      world.rank() == 0 ? unanswered() : std::vector<AdaptiveSampling::MeasurementRequest>{},
      world);
}

Tuning::Round Tuning::next(const Exchange& world) const {
  const auto questions = world.rank() == 0 ? doubtful() : AdaptiveSampling::Questions{};
  return {shared(questions.all, world), world.share_value(questions.share),
          static_cast<int>(world.share_value(questions.repetitions_max))};
}

}  // namespace tutti
