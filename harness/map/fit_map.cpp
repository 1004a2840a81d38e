#include "harness/map/fit_map.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <map>

#include "optimized/selection/performance.hpp"
#include "optimized/selection/regression.hpp"

namespace tutti {
namespace {

constexpr std::string_view library_default = "mpi";
constexpr std::size_t points_min = 3;

struct Measured {
  std::map<Point, std::vector<double>> samples_us;
  bool commutative_only = false;
};

/// A subject with its equations.
struct Prospect {
  std::string subject;
  bool commutative_only;
  CostFunction cost;
  std::vector<FitEquation> equations;
  int wins = 0;

  /// Infinite where nothing is known.
  double expected_us(const OperationParameters& parameters) const {
    for (const auto& equation : equations)
      if (equation.domain.contains(parameters))
        return evaluate(equation, parameters, cost ? cost(parameters) : Cost{});
    return std::numeric_limits<double>::infinity();
  }
};

using Subjects = std::map<std::string, Measured>;

OperationParameters parameters_of(const Point& point) {
  return {point.collective, point.ranks, point.bytes};
}

std::map<Collective, Subjects> measured_by_collective(const std::vector<ResultSection>& tuning) {
  std::map<Collective, Subjects> all;
  for (const auto& section : tuning)
    for (const auto& row : section.measurements) {
      if (row.pattern != "balanced" || row.cache != "warm" || row.subject == "empty") continue;
      auto& measured = all[row.point.collective][row.subject];
      auto& samples = measured.samples_us[row.point];
      samples.insert(samples.end(), row.samples_us.begin(), row.samples_us.end());
      measured.commutative_only |= row.restriction == commutative_only_restriction;
    }
  return all;
}

Prospect prospect_of(const std::string& subject, const Measured& measured) {
  Prospect prospect{.subject = subject,
                    .commutative_only = measured.commutative_only,
                    .cost = {},
                    .equations = {}};
  if (subject != library_default)
    prospect.cost = [protocol = parse_protocol(subject)](const OperationParameters& parameters) {
      return cost_in_bytes(protocol, parameters);
    };
  std::vector<Observation> observations;
  for (const auto& [point, samples] : measured.samples_us)
    observations.push_back({parameters_of(point), summarize(samples).median});
  prospect.equations = fit(std::move(observations), prospect.cost);
  return prospect;
}

/// Counts at how many measured points each is expected to be the fastest.
void count_wins(std::vector<Prospect>& prospects, const Subjects& subjects) {
  std::set<Point> points;
  for (const auto& [name, measured] : subjects)
    for (const auto& [point, samples] : measured.samples_us) points.insert(point);
  for (const auto& point : points)
    ++std::ranges::min_element(prospects, {}, [&](const Prospect& prospect) {
        return prospect.expected_us(parameters_of(point));
      })->wins;
}

}  // namespace

std::vector<MapFit> fit_all(const std::vector<ResultSection>& tuning,
                            std::set<std::string>& remarks) {
  std::vector<MapFit> fits;
  for (const auto& [collective, subjects] : measured_by_collective(tuning)) {
    if (traits(collective).locally_sized) {
      remarks.insert(
          fmt::format("no equations for {}: its ranks do not agree on a size", name(collective)));
      continue;
    }
    std::vector<Prospect> prospects;
    for (const auto& [subject, measured] : subjects)
      if (measured.samples_us.size() >= points_min)
        prospects.push_back(prospect_of(subject, measured));
      else
        remarks.insert(fmt::format("no equation for {} of {}: it was measured at {} points only",
                                   subject, name(collective), measured.samples_us.size()));
    if (prospects.empty()) continue;
    count_wins(prospects, subjects);
    std::ranges::stable_sort(prospects, std::greater{}, &Prospect::wins);
    for (const auto& prospect : prospects)
      if (prospect.wins > 0 || prospect.subject == library_default)
        for (const auto& equation : prospect.equations)
          fits.push_back({collective, prospect.subject, prospect.commutative_only, equation});
  }
  return fits;
}

}  // namespace tutti
