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

}  // namespace tutti
