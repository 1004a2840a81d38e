#pragma once

#include <map>
#include <string>

#include "harness/results/measurement.hpp"
#include "optimized/selection/selection_map.hpp"

namespace tutti {

/// What a map chooses where it was measured: at the sizes of its rules, and where its equations begin and end.
std::map<Point, std::string> measured_choices(const SelectionMap& map);

}  // namespace tutti
