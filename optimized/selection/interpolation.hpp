#pragma once

#include <vector>

#include "optimized/selection/contest_fit.hpp"

namespace tutti {

/// Returns equations that go through the observations of each contestant, straight from point to
/// point in the logarithms of bytes, ranks and time; none if too little was observed. They smooth
/// nothing. But contestants that were observed at the same points are disturbed alike in between,
/// so that the differences between them are as good as the contests.
Equations interpolate_contests(const std::vector<Contestant>& contestants);

/// Returns the same, except for numbers of ranks between those observed: there the equations follow
/// the cost of the protocol.
Equations interpolate_contests_by_cost(const std::vector<Contestant>& contestants);

}  // namespace tutti
