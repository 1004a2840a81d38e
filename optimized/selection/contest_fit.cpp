#include "optimized/selection/contest_fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

#include "optimized/selection/median.hpp"

namespace tutti {
namespace {

/// Number of times that disturbances are estimated anew, from the equations of the previous pass.
constexpr int passes = 2;
/// Number of undisturbed contestants that are assumed besides the observed ones of a contest, which
/// makes its disturbance smaller.
constexpr double undisturbed = 1;

std::vector<Observation> undisturbed_observations(const Contestant& contestant,
                                                  const ContestFit& fit) {
  std::vector<Observation> observations;
  for (auto [contest, observation] : contestant.observations) {
    observation.time_us /= fit.disturbance(contest);
    observations.push_back(observation);
  }
  return observations;
}

bool enough(const Contestant& contestant) {
  std::set<std::pair<int, std::int64_t>> points;
  for (const auto& [contest, observation] : contestant.observations)
    points.emplace(observation.parameters.ranks, observation.parameters.bytes);
  return points.size() >= observations_min;
}

void fit_equations(const std::vector<Contestant>& contestants, ContestFit& result) {
  result.equations.clear();
  for (const auto& contestant : contestants)
    result.equations.push_back(
        enough(contestant) ? fit(undisturbed_observations(contestant, result), contestant.cost)
                           : std::vector<FitEquation>{});
}

void estimate_disturbances(const std::vector<Contestant>& contestants, ContestFit& result) {
  std::map<std::size_t, std::vector<double>> deviations;
  for (std::size_t i = 0; i < contestants.size(); ++i)
    for (const auto& [contest, observation] : contestants[i].observations)
      if (const double expected =
              expected_us(result.equations[i], observation.parameters, contestants[i].cost);
          std::isfinite(expected) && expected > 0)
        deviations[contest].push_back(std::log2(observation.time_us / expected));
  for (auto& [contest, values] : deviations) {
    const auto count = static_cast<double>(values.size());
    result.disturbances[contest] = std::exp2(upper_median(values) * count / (count + undisturbed));
  }
}

}  // namespace

ContestFit fit_contests(const std::vector<Contestant>& contestants) {
  ContestFit result;
  fit_equations(contestants, result);
  for (int pass = 0; pass < passes; ++pass) {
    estimate_disturbances(contestants, result);
    fit_equations(contestants, result);
  }
  return result;
}

}  // namespace tutti
