#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "optimized/selection/contest_fit.hpp"
#include "optimized/selection/curves.hpp"

namespace tutti {

/// Returns the observed curves of each contestant. Several contests at a point are brought to the
/// level of the first, and averaged with weights by their errors.
std::vector<Curves> curves_of(const std::vector<Contestant>& contestants);

/// Deviations as logarithms (of base 2), by ranks and bytes, and there by contestant.
using Deviations = std::map<std::pair<int, std::int64_t>, std::map<std::size_t, double>>;

/// Returns by how much each contestant is off the line between its neighbours in size, less the
/// median of all contestants there. The outermost sizes have no deviations.
Deviations deviations_of(const std::vector<Curves>& contestants);

/// Returns the relative difference of two observations of the same contestant at the same point,
/// less the common difference of their contests: the median of all. 0 if too little was observed
/// twice.
double repeat_error(const std::vector<Contestant>& contestants);

}  // namespace tutti
