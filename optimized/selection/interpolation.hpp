#pragma once

#include <vector>

#include "optimized/selection/contest_fit.hpp"

namespace tutti {

/// Equations that go through what was observed of each contestant, straight from point to point in the
/// logarithms of bytes, ranks and time; empty where too little was observed. Several contests at a point
/// are brought to the level of the first, on which all of them agree, and weighed by their errors.
/// They smooth nothing. But contestants that were observed at the same points are disturbed alike in
/// between, so that the differences between them are as good as the contests.
Equations interpolate_contests(const std::vector<Contestant>& contestants);

/// By which part of it an observation is off another one of the same contestant at the same point, beside
/// what all of its contest are off: the median. 0 where too little was observed twice.
double repeat_error(const std::vector<Contestant>& contestants);

}  // namespace tutti
