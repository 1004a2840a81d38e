#include "harness/map/fit_map.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>

#include "harness/map/usable_measurements.hpp"
#include "harness/results/regression_input.hpp"
#include "optimized/selection/contest_fit.hpp"
#include "optimized/selection/interpolation.hpp"

namespace tutti {
namespace {

constexpr std::string_view library_default = "mpi";

/// Factor for the loss of a form with more knowledge: cross-validation losses are estimates
/// themselves, so that it must be better by this much to be chosen.
constexpr double worth_its_costs = 0.9;

/// The measurements of one subject of a collective.
struct Measured {
  Contestant contestant;
  bool commutative_only = false;
};

/// A subject with its fit equations.
struct Prospect {
  std::string subject;
  const Measured* measured;
  std::vector<FitEquation> equations;
  int wins = 0;
};

using Subjects = std::map<std::string, Measured>;

std::map<Collective, Subjects> measured_by_collective(const std::vector<ResultSection>& tuning) {
  std::map<Collective, Subjects> all;
  for (const auto& [contest, row] : usable_measurements(tuning)) {
    auto [known, added] = all[row->point.collective].try_emplace(row->subject);
    auto& [contestant, commutative_only] = known->second;
    if (added) contestant.cost = cost_of(row->subject);
    contestant.observations.push_back({contest, observation_of(*row)});
    commutative_only |= row->restriction == commutative_only_restriction;
  }
  return all;
}

using Contestants = std::vector<Contestant>;

Equations polynomials(const Contestants& contestants) {
  return fit_contests(contestants).equations;
}

/// Returns the contestants with only those observations for which `belongs` is true.
template <class Belongs>
Contestants part_of(const Contestants& contestants, Belongs belongs) {
  Contestants part;
  for (const auto& [cost, observations] : contestants) {
    part.push_back({cost, {}});
    std::ranges::copy_if(observations, std::back_inserter(part.back().observations), belongs);
  }
  return part;
}

constexpr double never = std::numeric_limits<double>::infinity();

/// Returns the time by which Selector compares subjects: the expected time, increased by the
/// equation's error.
double pessimistic_us(const std::vector<FitEquation>& equations,
                      const OperationParameters& parameters, const CostFunction& cost) {
  const auto* equation = equation_for(equations, parameters);
  const double expected = expected_us(equations, parameters, cost);
  return equation && expected > 0 ? expected * (1 + equation->error) : never;
}

/// Returns the loss of the equations' choices: the sum, over all contests, of the logarithm of the
/// chosen time over the least time. Where the equations choose nothing, the contestant with the
/// index `fall_back` serves.
double loss_at(const Contestants& observed, const Equations& equations, std::size_t fall_back) {
  struct Contest {
    double least_promised_us = never, chosen_us = 0, fall_back_us = 0, least_us = never;
  };
  std::map<std::size_t, Contest> contests;
  for (std::size_t i = 0; i < observed.size(); ++i)
    for (const auto& [number, observation] : observed[i].observations) {
      auto& contest = contests[number];
      const double us = observation.time_us;
      const double promised =
          pessimistic_us(equations[i], observation.parameters, observed[i].cost);
      contest.least_us = std::min(contest.least_us, us);
      if (i == fall_back) contest.fall_back_us = us;
      if (promised < contest.least_promised_us) {
        contest.least_promised_us = promised;
        contest.chosen_us = us;
      }
    }
  double loss = 0;
  for (const auto& [number, contest] : contests) {
    const double us = contest.chosen_us > 0 ? contest.chosen_us : contest.fall_back_us;
    if (us > 0) loss += std::log(us / contest.least_us);
  }
  return loss;
}

using FitMethod = Equations (*)(const Contestants&);

/// Returns the cross-validation loss: each value of the size, or of the number of ranks, except the
/// outermost ones is left out of the fit once, and the losses there are summed up. Stops when the
/// sum reaches `enough`.
template <class Value>
double loss_left_out(FitMethod form, const Contestants& contestants, std::size_t fall_back,
                     Value OperationParameters::*member, double enough) {
  std::set<Value> values;
  for (const auto& contestant : contestants)
    for (const auto& row : contestant.observations)
      values.insert(row.observation.parameters.*member);
  double loss = 0;
  for (const auto value : values) {
    if (loss >= enough) break;
    if (value == *values.begin() || value == *values.rbegin()) continue;
    const auto is_left_out = [=](const ContestObservation& row) {
      return row.observation.parameters.*member == value;
    };
    loss += loss_at(part_of(contestants, is_left_out),
                    form(part_of(contestants, std::not_fn(is_left_out))), fall_back);
  }
  return loss;
}

/// Fits with the form that has the least cross-validation loss. Polynomials smooth the
/// measurements; interpolation follows them. Interpolation between numbers of ranks by cost must be
/// better by a margin.
Equations best_equations(const Contestants& contestants, std::size_t fall_back) {
  struct Candidate {
    FitMethod form;
    double worth;
  };
  FitMethod best = nullptr;
  double least = never;
  for (const auto& [form, worth] : {Candidate{interpolate_contests, 1}, Candidate{polynomials, 1},
                                    Candidate{interpolate_contests_by_cost, worth_its_costs}}) {
    const double enough = worth * least;
    double loss = loss_left_out(form, contestants, fall_back, &OperationParameters::ranks, enough);
    loss += loss_left_out(form, contestants, fall_back, &OperationParameters::bytes, enough - loss);
    if (best && loss >= enough) continue;
    best = form;
    least = loss;
  }
  return best(contestants);
}

std::vector<Prospect> fitted(const Subjects& subjects) {
  Contestants contestants;
  for (const auto& [subject, measured] : subjects) contestants.push_back(measured.contestant);
  const auto library = subjects.find(std::string(library_default));
  const auto fall_back = static_cast<std::size_t>(std::distance(subjects.begin(), library));
  auto fits = best_equations(contestants, fall_back);
  std::vector<Prospect> prospects;
  auto equations = fits.begin();
  for (const auto& [subject, measured] : subjects)
    prospects.push_back({subject, &measured, std::move(*equations++)});
  return prospects;
}

/// Counts at how many measured points each subject would be chosen.
void count_wins(std::vector<Prospect>& prospects) {
  std::set<std::pair<int, std::int64_t>> points;
  Collective collective{};
  for (const auto& prospect : prospects)
    for (const auto& [contest, observation] : prospect.measured->contestant.observations) {
      points.emplace(observation.parameters.ranks, observation.parameters.bytes);
      collective = observation.parameters.collective;
    }
  for (const auto& [ranks, bytes] : points) {
    Prospect* best = nullptr;
    double least = never;
    for (auto& prospect : prospects) {
      const double promised = pessimistic_us(prospect.equations, {collective, ranks, bytes},
                                             prospect.measured->contestant.cost);
      if (promised < least) best = &prospect;
      least = std::min(least, promised);
    }
    if (best) ++best->wins;
  }
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
