#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/results/result.hpp"
#include "optimized/selection/selection_map.hpp"

namespace tutti {

/// Fits equations to all that was measured of protocols of tutti and of the library's own collectives,
/// `mpi`, and keeps what they expect to be the fastest at one of the measured points at least; those
/// that win most stand first. Notes what could not be fitted.
std::vector<MapFit> fit_all(const std::vector<ResultSection>& tuning,
                            std::set<std::string>& remarks);

}  // namespace tutti
