#include "harness/map/fit_map.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <map>

#include "harness/measure/observation.hpp"
#include "optimized/selection/contest_fit.hpp"

namespace tutti {
namespace {

constexpr std::string_view library_default = "mpi";

/// What was measured of one subject of a collective.
struct Measured {
  Contestant contestant;
  bool commutative_only = false;
};

/// A subject with its equations.
struct Prospect {
  std::string subject;
  const Measured* measured;
  std::vector<FitEquation> equations;
  int wins = 0;
};

using Subjects = std::map<std::string, Measured>;

std::map<Collective, Subjects> measured_by_collective(const std::vector<ResultSection>& tuning) {
  std::map<Collective, Subjects> all;
  for (const auto& [contest, row] : by_contest(tuning)) {
    if (row->pattern != "balanced" || row->cache != "warm" || row->subject == "empty") continue;
    auto [known, added] = all[row->point.collective].try_emplace(row->subject);
    auto& [contestant, commutative_only] = known->second;
    if (added) contestant.cost = cost_of(row->subject);
    contestant.observations.push_back({contest, observation_of(*row)});
    commutative_only |= row->restriction == commutative_only_restriction;
  }
  return all;
}

std::vector<Prospect> fitted(const Subjects& subjects) {
  std::vector<Contestant> contestants;
  for (const auto& [subject, measured] : subjects) contestants.push_back(measured.contestant);
  auto fits = fit_contests(contestants).equations;
  std::vector<Prospect> prospects;
  auto equations = fits.begin();
  for (const auto& [subject, measured] : subjects)
    prospects.push_back({subject, &measured, std::move(*equations++)});
  return prospects;
}

/// Counts at how many measured points each is expected to be the fastest.
void count_wins(std::vector<Prospect>& prospects) {
  std::set<std::pair<int, std::int64_t>> points;
  Collective collective{};
  for (const auto& prospect : prospects)
    for (const auto& [contest, observation] : prospect.measured->contestant.observations) {
      points.emplace(observation.parameters.ranks, observation.parameters.bytes);
      collective = observation.parameters.collective;
    }
  for (const auto& [ranks, bytes] : points)
    ++std::ranges::min_element(prospects, {}, [&](const Prospect& prospect) {
        return expected_us(prospect.equations, {collective, ranks, bytes},
                           prospect.measured->contestant.cost);
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
    auto prospects = fitted(subjects);
    for (const auto& prospect : prospects)
      if (prospect.equations.empty())
        remarks.insert(fmt::format("no equation for {} of {}: it was measured at too few points",
                                   prospect.subject, name(collective)));
    std::erase_if(prospects, [](const auto& prospect) { return prospect.equations.empty(); });
    if (prospects.empty()) continue;
    count_wins(prospects);
    std::ranges::stable_sort(prospects, std::greater{}, &Prospect::wins);
    for (const auto& prospect : prospects)
      if (prospect.wins > 0 || prospect.subject == library_default)
        for (const auto& equation : prospect.equations)
          fits.push_back(
              {collective, prospect.subject, prospect.measured->commutative_only, equation});
  }
  return fits;
}

}  // namespace tutti
