#include "optimized/selection/contest_curves.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <ranges>

#include "optimized/selection/median.hpp"

namespace tutti {
namespace {

/// Least relative error that is assumed of an observation.
constexpr double error_min = 0.02;

/// Least number of ratios to compare: of fewer one is the level itself, and shows nothing of how
/// far they are apart.
constexpr std::size_t ratios_min = 3;

/// The observations of one contest, by contestant.
using Contest = std::map<std::size_t, Observation>;

std::map<OperationParameters, std::vector<Contest>> contests_by_point(
    const std::vector<Contestant>& contestants) {
  std::map<std::size_t, Contest> contests;
  for (std::size_t i = 0; i < contestants.size(); ++i)
    for (const auto& [number, observation] : contestants[i].observations)
      contests[number][i] = observation;
  std::map<OperationParameters, std::vector<Contest>> points;
  for (auto& [number, contest] : contests)
    points[contest.begin()->second.parameters].push_back(std::move(contest));
  return points;
}

/// Returns the logarithms of the ratios of times in a contest to those in another one, for
/// contestants of both.
std::vector<double> ratios_to(const Contest& other, const Contest& contest) {
  std::vector<double> ratios;
  for (const auto& [contestant, observation] : contest)
    if (const auto found = other.find(contestant); found != other.end())
      ratios.push_back(std::log2(observation.time_us / found->second.time_us));
  return ratios;
}

/// Returns by how much a contest lies above another one, as a logarithm; 0 if they have no
/// contestant in common.
double level_over(const Contest& contest, const Contest& other) {
  auto ratios = ratios_to(other, contest);
  return ratios.empty() ? 0 : upper_median(ratios);
}

/// Merges the contests at one point: returns logarithms of times, by contestant.
std::map<std::size_t, double> merged(const std::vector<Contest>& contests) {
  struct Sum {
    double value = 0, weight = 0;
  };
  std::map<std::size_t, Sum> sums;
  for (const auto& contest : contests) {
    const double level = level_over(contest, contests.front());
    for (const auto& [contestant, observation] : contest) {
      const double weight = 1 / std::pow(std::max(observation.error, error_min), 2);
      sums[contestant].value += weight * (std::log2(observation.time_us) - level);
      sums[contestant].weight += weight;
    }
  }
  std::map<std::size_t, double> result;
  for (const auto& [contestant, sum] : sums) result[contestant] = sum.value / sum.weight;
  return result;
}

/// Returns by how much a point is off the line from the one before to the one behind.
double off_neighbours(Curve::const_iterator at) {
  const auto low = std::prev(at), high = std::next(at);
  return at->second - on_line(axis_of(low->first), low->second, axis_of(at->first),
                              axis_of(high->first), high->second);
}

}  // namespace

std::vector<Curves> curves_of(const std::vector<Contestant>& contestants) {
  std::vector<Curves> curves(contestants.size());
  for (const auto& [point, contests] : contests_by_point(contestants))
    for (const auto& [contestant, value] : merged(contests))
      curves[contestant][point.ranks][point.bytes] = value;
  return curves;
}

Deviations deviations_of(const std::vector<Curves>& contestants) {
  Deviations deviations;
  for (std::size_t i = 0; i < contestants.size(); ++i)
    for (const auto& [ranks, curve] : contestants[i])
      for (auto at = curve.begin(); at != curve.end(); ++at) {
        if (at == curve.begin() || std::next(at) == curve.end()) continue;
        deviations[{ranks, at->first}][i] = off_neighbours(at);
      }
  for (auto& [point, by_contestant] : deviations) {
    auto values = by_contestant | std::views::values;
    std::vector<double> all(values.begin(), values.end());
    const double common = upper_median(all);
    for (double& value : values) value -= common;
  }
  return deviations;
}

double repeat_error(const std::vector<Contestant>& contestants) {
  std::vector<double> deviations;
  for (const auto& [point, contests] : contests_by_point(contestants))
    for (const auto& contest : contests | std::views::drop(1)) {
      auto ratios = ratios_to(contests.front(), contest);
      if (ratios.size() < ratios_min) continue;
      const double level = upper_median(ratios);
      for (const double ratio : ratios) deviations.push_back(std::abs(ratio - level));
    }
  return deviations.empty() ? 0 : std::exp2(upper_median(deviations)) - 1;
}

}  // namespace tutti
