#pragma once

#include <map>
#include <string>

#include "harness/results/measurement.hpp"
#include "optimized/selection/selection_map.hpp"

namespace tutti {

/// Returns the rule of a map that holds at a point; null if there is none.
const MapRule* rule_at(const SelectionMap& map, const Point& point);

/// Returns the subject that the rules of a map choose at a point; `mpi` where none holds.
std::string choice_at(const SelectionMap& map, const Point& point);

/// Returns the choices of a map at its measured points: at the measured sizes of its rules, for their first and last number
/// of ranks and one in between, and at both ends of the domains of its equations.
std::map<Point, std::string> measured_choices(const SelectionMap& map);

}  // namespace tutti
