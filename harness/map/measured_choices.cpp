#include "harness/map/measured_choices.hpp"

#include <algorithm>
#include <set>

#include "harness/map/candidate_times.hpp"
#include "optimized/selection/selector.hpp"

namespace tutti {
namespace {

using Choices = std::map<Point, std::string>;

/// Adds the choices of the fit equations, which only tutti's own maps have.
void add_choices_of_equations(const SelectionMap& map, Choices& choices) {
  if (map.fits.empty()) return;
  const Selector selector(map, {}, {});
  std::set<int> numbers;
  for (const auto& fit : map.fits)
    numbers.insert({fit.equation.domain.ranks.begin, fit.equation.domain.ranks.end - 1});
  for (const int ranks : numbers)
    for (const auto& parameters : selector.measured(ranks))
      if (const auto* chosen = selector.determine(typical_shape(parameters)).chosen)
        choices[{parameters.collective, ranks, parameters.bytes}] = chosen->name;
}

void add_choices_of_rules(const SelectionMap& map, Choices& choices) {
  for (const auto& rule : map.rules) {
    const auto [first, end] = rule.domain.ranks;
    for (const int ranks : {first, (first + end) / 2, end - 1})
      for (const auto bytes : rule.measured_bytes)
        choices[{rule.collective, ranks, bytes}] = rule.subject;
  }
}

}  // namespace

const MapRule* rule_at(const SelectionMap& map, const Point& point) {
  const auto rule = std::ranges::find_if(map.rules, [&](const MapRule& candidate) {
    return candidate.collective == point.collective &&
           candidate.domain.ranks.contains(point.ranks) &&
           candidate.domain.bytes.contains(point.bytes);
  });
  return rule == map.rules.end() ? nullptr : &*rule;
}

std::string choice_at(const SelectionMap& map, const Point& point) {
  const auto* rule = rule_at(map, point);
  return rule ? rule->subject : std::string(library_default);
}

std::map<Point, std::string> measured_choices(const SelectionMap& map) {
  Choices choices;
  add_choices_of_equations(map, choices);
  add_choices_of_rules(map, choices);
  return choices;
}

}  // namespace tutti
