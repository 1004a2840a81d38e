#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "optimized/selection/contest_fit.hpp"
#include "optimized/selection/curves.hpp"

namespace tutti {

/// What was observed of each contestant. Several contests at a point are brought to the level of the first,
/// on which all of them agree, and weighed by their errors.
std::vector<Curves> curves_of(const std::vector<Contestant>& contestants);

/// Logarithms (of base 2), by ranks and bytes, and there by contestant.
using Deviations = std::map<std::pair<int, std::int64_t>, std::map<std::size_t, double>>;

/// By how much each contestant is off the line between its neighbours in size, beside what all are off
/// there. Nothing of the outermost sizes.
Deviations deviations_of(const std::vector<Curves>& contestants);

/// By which part of it an observation is off another one of the same contestant at the same point, beside
/// what all of its contest are off: the median. 0 where too little was observed twice.
double repeat_error(const std::vector<Contestant>& contestants);

}  // namespace tutti
