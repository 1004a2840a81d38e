#pragma once

#include <vector>

#include "optimized/selection/contest_fit.hpp"

namespace tutti {

/// Equations that go through what was observed of each contestant, straight from point to point in the
/// logarithms of bytes, ranks and time; empty where too little was observed.
/// They smooth nothing. But contestants that were observed at the same points are disturbed alike in
/// between, so that the differences between them are as good as the contests.
Equations interpolate_contests(const std::vector<Contestant>& contestants);

/// The same, but for numbers of ranks between those observed: there they go on as the protocol's cost does.
Equations interpolate_contests_by_cost(const std::vector<Contestant>& contestants);

}  // namespace tutti
