#include "optimized/selection/interpolation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <ranges>

#include "optimized/selection/cost_fit.hpp"
#include "optimized/selection/curves.hpp"
#include "optimized/selection/median.hpp"

namespace tutti {
namespace {

/// What an observation is wrong by at least.
constexpr double error_min = 0.02;

/// Of fewer one is the level itself, and tells nothing of how far they are apart.
constexpr std::size_t ratios_min = 3;

/// What was observed in one contest, by contestant.
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

/// The logarithms of times over those in another contest, of who took part in both.
std::vector<double> ratios_to(const Contest& other, const Contest& contest) {
  std::vector<double> ratios;
  for (const auto& [contestant, observation] : contest)
    if (const auto found = other.find(contestant); found != other.end())
      ratios.push_back(std::log2(observation.time_us / found->second.time_us));
  return ratios;
}

/// By how much a contest lies above another one.
double level_over(const Contest& contest, const Contest& other) {
  auto ratios = ratios_to(other, contest);
  return ratios.empty() ? 0 : upper_median(ratios);
}

/// The contests at one point made one: logarithms of times, by contestant.
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

/// A line between two sizes, for one number of ranks.
FitEquation line(int ranks, const HalfOpen<std::int64_t>& bytes, Curve::const_iterator low,
                 Curve::const_iterator high) {
  const double x = axis_of(low->first);
  const double slope = (high->second - low->second) / (axis_of(high->first) - x);
  return {.domain = {{ranks, ranks + 1}, bytes},
          .basis = Basis::logarithmic,
          .bytes_degree = 1,
          .coefficients = {low->second - slope * x, slope}};
}

/// Between two sizes and two numbers of ranks, where each pair of lines meets the other.
FitEquation surface(const HalfOpen<int>& ranks, const FitEquation& fewer, int fewer_ranks,
                    const FitEquation& more, int more_ranks) {
  const double y = axis_of(fewer_ranks), rise = axis_of(more_ranks) - y;
  const double offset = fewer.coefficients[0], slope = fewer.coefficients[1];
  const double offset_rise = (more.coefficients[0] - offset) / rise;
  const double slope_rise = (more.coefficients[1] - slope) / rise;
  return {
      .domain = {ranks, fewer.domain.bytes},
      .basis = Basis::logarithmic,
      .bytes_degree = 1,
      .ranks_degree = 1,
      .coefficients = {offset - offset_rise * y, slope - slope_rise * y, offset_rise, slope_rise}};
}

std::vector<FitEquation> lines_through(int ranks, const Curve& curve) {
  std::vector<FitEquation> lines;
  for (auto high = curve.begin(); high != curve.end(); ++high) {
    if (high == curve.begin()) continue;
    const auto low = std::prev(high);
    const bool last = std::next(high) == curve.end();
    lines.push_back(line(ranks, {low->first, high->first + last}, low, high));
  }
  return lines;
}

/// For the numbers of ranks between two that were observed.
std::vector<FitEquation> surfaces_between(const Curves::value_type& fewer,
                                          const Curves::value_type& more) {
  const HalfOpen<int> ranks{fewer.first + 1, more.first};
  if (ranks.begin == ranks.end) return {};
  const auto below = lines_through(fewer.first, common(fewer.second, more.second));
  const auto above = lines_through(more.first, common(more.second, fewer.second));
  std::vector<FitEquation> surfaces;
  for (std::size_t i = 0; i < below.size(); ++i)
    surfaces.push_back(surface(ranks, below[i], fewer.first, above[i], more.first));
  return surfaces;
}

std::vector<FitEquation> equations_through(const Curves& curves) {
  std::vector<FitEquation> equations;
  const auto add = [&](auto more) { std::ranges::move(more, std::back_inserter(equations)); };
  for (auto at = curves.begin(); at != curves.end(); ++at) {
    if (at != curves.begin()) add(surfaces_between(*std::prev(at), *at));
    add(lines_through(at->first, at->second));
  }
  return equations;
}

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
        const auto between = line(ranks, {}, std::prev(at), std::next(at));
        deviations[{ranks, at->first}][i] =
            at->second - between.coefficients[0] - between.coefficients[1] * axis_of(at->first);
      }
  for (auto& [point, by_contestant] : deviations) {
    auto values = by_contestant | std::views::values;
    std::vector<double> all(values.begin(), values.end());
    const double common = upper_median(all);
    for (double& value : values) value -= common;
  }
  return deviations;
}

/// Root mean square of the deviations.
double error_between(const std::vector<Curves>& contestants) {
  double squares = 0, count = 0;
  for (const auto& [point, by_contestant] : deviations_of(contestants))
    for (const auto& [contestant, deviation] : by_contestant) {
      squares += std::pow(std::exp2(deviation) - 1, 2);
      ++count;
    }
  return count > 0 ? std::sqrt(squares / count) : 1;
}

Equations equations_through_all(const std::vector<Curves>& contestants, double error) {
  Equations equations;
  for (const auto& curves : contestants) {
    equations.push_back(equations_through(curves));
    for (auto& equation : equations.back()) equation.error = error;
  }
  return equations;
}

/// What was observed is kept: only between two numbers of ranks the cost tells how to get from one to the
/// other.
void bend_as_costs(const Contestant& contestant, Curves& curves) {
  if (!contestant.cost || contestant.observations.empty()) return;
  auto parameters = contestant.observations.front().observation.parameters;
  std::vector<Observation> observations;
  for (const auto& [ranks, curve] : curves)
    for (const auto& [bytes, value] : curve)
      observations.push_back({{parameters.collective, ranks, bytes}, std::exp2(value)});
  const CostFit fit(observations, contestant.cost);
  bend_as(
      [&](int ranks, std::int64_t bytes) {
        return std::log2(fit.time_us({parameters.collective, ranks, bytes}));
      },
      curves);
}

}  // namespace

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

Deviations deviations_between_neighbours(const std::vector<Contestant>& contestants) {
  return deviations_of(curves_of(contestants));
}

Equations interpolate_contests(const std::vector<Contestant>& contestants) {
  const auto curves = curves_of(contestants);
  return equations_through_all(curves, error_between(curves));
}

Equations interpolate_contests_by_cost(const std::vector<Contestant>& contestants) {
  auto curves = curves_of(contestants);
  const double error = error_between(curves);
  for (std::size_t i = 0; i < contestants.size(); ++i) bend_as_costs(contestants[i], curves[i]);
  return equations_through_all(curves, error);
}

}  // namespace tutti
