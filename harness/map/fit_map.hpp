#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/results/result_file.hpp"
#include "optimized/selection/selection_map.hpp"

namespace tutti {

/// Fits equations to the measurements of tutti's protocols and of the library's own collectives,
/// `mpi`. Keeps the equations of `mpi` and of the subjects that are expected to be the fastest at
/// one measured point or more, in descending order of the number of these points. Adds a remark for
/// each subject or collective that could not be fitted.
std::vector<MapFit> fit_all(const std::vector<ResultSection>& tuning,
                            std::set<std::string>& remarks);

}  // namespace tutti
