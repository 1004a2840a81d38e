#include "optimized/selection/interpolation.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "optimized/selection/contest_curves.hpp"
#include "optimized/selection/cost_fit.hpp"

namespace tutti {
namespace {

/// Returns the line between two sizes, for one number of ranks.
FitEquation line(int ranks, const HalfOpen<std::int64_t>& bytes, Curve::const_iterator low,
                 Curve::const_iterator high) {
  const double x = axis_of(low->first);
  const double slope = (high->second - low->second) / (axis_of(high->first) - x);
  return {.domain = {{ranks, ranks + 1}, bytes},
          .basis = Basis::logarithmic,
          .bytes_degree = 1,
          .coefficients = {low->second - slope * x, slope}};
}

/// Returns the equation of the only size of a curve, such as that of a barrier.
FitEquation point(int ranks, const Curve::value_type& at) {
  return {.domain = {{ranks, ranks + 1}, {at.first, at.first + 1}},
          .basis = Basis::logarithmic,
          .bytes_degree = 1,
          .coefficients = {at.second, 0}};
}

/// Returns the surface between two lines over the same sizes, of two numbers of ranks.
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
  if (curve.size() == 1) return {point(ranks, *curve.begin())};
  std::vector<FitEquation> lines;
  for (auto high = curve.begin(); high != curve.end(); ++high) {
    if (high == curve.begin()) continue;
    const auto low = std::prev(high);
    const bool last = std::next(high) == curve.end();
    lines.push_back(line(ranks, {low->first, high->first + last}, low, high));
  }
  return lines;
}

/// Returns equations for the numbers of ranks between two that were observed.
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

/// Returns the root mean square of the deviations; 1 if there are none.
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

/// Adds curves between observed numbers of ranks, which follow the cost of the contestant. The
/// observed curves are kept.
void bend_as_costs(const Contestant& contestant, Curves& curves) {
  if (!contestant.cost || contestant.observations.empty()) return;
  const auto collective = contestant.observations.front().observation.parameters.collective;
  std::vector<Observation> observations;
  for (const auto& [ranks, curve] : curves)
    for (const auto& [bytes, value] : curve)
      observations.push_back({{collective, ranks, bytes}, std::exp2(value)});
  const CostFit fit(observations, contestant.cost);
  add_curves_like(
      [&](int ranks, std::int64_t bytes) {
        return std::log2(fit.time_us({collective, ranks, bytes}));
      },
      curves);
}

}  // namespace

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
