#pragma once

#include <vector>

#include "microbench/late_broadcast/one_broadcast.hpp"

namespace tutti {

/// Runs broadcasts, all on the same torus, on a simulated machine, where times are deterministic.
/// Throws CannotRun if there is no simulator or no platform with such a torus, or if a broadcast
/// gave wrong data.
std::vector<EndedBroadcast> simulate(const std::vector<OneBroadcast>& broadcasts);

}  // namespace tutti
