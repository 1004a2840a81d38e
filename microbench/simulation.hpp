#pragma once

#include <vector>

#include "microbench/scenario/one_broadcast.hpp"

namespace tutti {

/// Runs broadcasts, all on the same torus, on a simulated machine: times are deterministic. Throws
/// CannotRun if there is no simulator, no platform of such a torus, or if a broadcast was wrong.
std::vector<EndedBroadcast> simulate(const std::vector<OneBroadcast>& broadcasts);

}  // namespace tutti
