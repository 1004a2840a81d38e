#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "optimized/selection/contest_fit.hpp"

namespace tutti {

/// Equations that go through what was observed of each contestant, straight from point to point in the
/// logarithms of bytes, ranks and time; empty where too little was observed. Several contests at a point
/// are brought to the level of the first, on which all of them agree, and weighed by their errors.
/// They smooth nothing. But contestants that were observed at the same points are disturbed alike in
/// between, so that the differences between them are as good as the contests.
Equations interpolate_contests(const std::vector<Contestant>& contestants);

/// The same, but for numbers of ranks between those observed: there they go on as the protocol's cost does.
Equations interpolate_contests_by_cost(const std::vector<Contestant>& contestants);

/// Logarithms (of base 2), by ranks and bytes, and there by contestant.
using Deviations = std::map<std::pair<int, std::int64_t>, std::map<std::size_t, double>>;

/// By how much each contestant is off the line between its neighbours in size, beside what all are off
/// there. Nothing of the outermost sizes.
Deviations deviations_between_neighbours(const std::vector<Contestant>& contestants);

/// By which part of it an observation is off another one of the same contestant at the same point, beside
/// what all of its contest are off: the median. 0 where too little was observed twice.
double repeat_error(const std::vector<Contestant>& contestants);

}  // namespace tutti
