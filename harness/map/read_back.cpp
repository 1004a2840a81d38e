#include "harness/map/read_back.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "contract/error.hpp"
#include "harness/map/candidate_times.hpp"
#include "harness/map/measured_choices.hpp"
#include "harness/subject/forced_name.hpp"
#include "harness/subject/openmpi_algorithm_limits.hpp"

namespace tutti {
namespace {

/// Sizes are multiples of the largest element that measurements have, as far as they can be.
std::int64_t step_at(std::int64_t bytes) { return bytes % 8 == 0 ? 8 : 1; }

void add_points_of(const MapRule& rule, std::set<Point>& points) {
  const auto [begin, end] = rule.domain.bytes;
  const auto step = step_at(begin);
  const auto add = [&](int ranks, std::int64_t bytes) {
    if (ranks >= 2 && bytes >= 0) points.insert({rule.collective, ranks, bytes});
  };
  const auto [first_ranks, end_of_ranks] = rule.domain.ranks;
  for (const int ranks : {first_ranks, (first_ranks + end_of_ranks) / 2, end_of_ranks - 1}) {
    add(ranks, begin);
    if (rule.collective == Collective::barrier) continue;
    add(ranks, begin - step);
    for (const auto bytes : rule.measured_bytes) add(ranks, bytes);
    if (end == unlimited) continue;
    add(ranks, begin + (end - 1 - begin) / step * step);
    add(ranks, end);
  }
  add(first_ranks - 1, begin);
  add(end_of_ranks, begin);
}

/// Returns the collectives that Open MPI may call for the subject at a point, at most on as many ranks. Which algorithm
/// the default is, is not known: it may be any.
std::vector<Collective> possible_parts(const Point& point, const std::string& subject) {
  return subject == library_default
             ? parts_of_any(point.collective)
             : parts_of(point.collective, parse_forced_name(subject).algorithm);
}

/// Returns whether the subject may call collectives for which the map has rules, too: without the map, it takes other
/// messages.
bool has_chosen_parts(const SelectionMap& map, const std::string& subject, const Point& point) {
  if (map.target != "openmpi") return false;
  const auto parts = possible_parts(point, subject);
  return std::ranges::any_of(map.rules, [&](const MapRule& rule) {
    return std::ranges::count(parts, rule.collective) > 0 &&
           rule.domain.ranks.contains(point.ranks);
  });
}

/// `may_differ` says that what is meant may take other messages with the map than without it.
RuleReading compare(const Traffic& with_map, const Traffic* meant, const Traffic* by_default,
                    bool is_choice, bool may_differ) {
  if (!meant || !by_default) return RuleReading::unseen;
  if (with_map != *meant) return may_differ ? RuleReading::unseen : RuleReading::misread;
  return is_choice && *meant == *by_default ? RuleReading::like_default : RuleReading::right;
}

}  // namespace

bool any_misread(const std::vector<PointReading>& readings) {
  return std::ranges::count(readings, RuleReading::misread, &PointReading::reading) > 0;
}

std::string misread_lines(const std::vector<PointReading>& readings) {
  std::string lines;
  for (const auto& [point, subject, reading] : readings)
    if (reading == RuleReading::misread)
      lines += fmt::format("MISREAD at {}: the map says {}\n", print(point), subject);
  return lines;
}

bool any_told(const std::vector<PointReading>& readings) {
  return std::ranges::any_of(readings, [](const PointReading& point) {
    return point.reading == RuleReading::right || point.reading == RuleReading::misread;
  });
}

std::vector<Point> boundary_points(const SelectionMap& map) {
  std::set<Point> points;
  for (const auto& rule : map.rules) add_points_of(rule, points);
  return {points.begin(), points.end()};
}

std::vector<PointReading> compare_readings(const SelectionMap& map,
                                           const std::vector<Point>& points,
                                           const TrafficByCall& with_map,
                                           const TrafficByCall& without_map) {
  const auto messages = [&](const Point& point, const std::string& subject) {
    const auto found = without_map.find({point, subject});
    return found == without_map.end() ? nullptr : &found->second;
  };
  const std::string by_default(library_default);
  std::vector<PointReading> readings;
  for (const auto& point : points) {
    const auto subject = choice_at(map, point);
    PointReading reading{.point = point, .subject = subject};
    const auto ran = with_map.find({point, by_default});
    if (ran != with_map.end())
      reading.reading = compare(ran->second, messages(point, subject), messages(point, by_default),
                                subject != by_default, has_chosen_parts(map, subject, point));
    readings.push_back(std::move(reading));
  }
  return readings;
}

/// Launches the library with the map and without it, with as many ranks as the points need.
static std::vector<PointReading> readings_at(const std::vector<Point>& points,
                                             const Deployment& deployment,
                                             const std::string& launcher) {
  const std::string by_default(library_default);
  std::vector<CallOfSubject> defaults;
  std::set<CallOfSubject> meant;
  int ranks = 1;
  for (const auto& point : points) {
    defaults.emplace_back(point, by_default);
    meant.insert({{point, by_default}, {point, choice_at(deployment.map, point)}});
    ranks = std::max(ranks, point.ranks);
  }
  const auto with_map = record_traffic({.launcher = launcher,
                                        .ranks = ranks,
                                        .calls = defaults,
                                        .environment = deployment.environment});
  const auto without_map =
      record_traffic({.launcher = launcher, .ranks = ranks, .calls = {meant.begin(), meant.end()}});
  return compare_readings(deployment.map, points, with_map.messages, without_map.messages);
}

std::vector<PointReading> read_back(const Deployment& deployment, const std::string& launcher) {
  auto points = boundary_points(deployment.map);
  if (points.empty()) return {};
  try {
    return readings_at(points, deployment, launcher);
  } catch (const CannotRun&) {
    // The largest points are on one rank more than the map's rules: there may be no place for it.
    int most = 0;
    for (const auto& rule : deployment.map.rules) most = std::max(most, rule.domain.ranks.end - 1);
    std::erase_if(points, [&](const Point& point) { return point.ranks > most; });
    return readings_at(points, deployment, launcher);
  }
}

}  // namespace tutti
