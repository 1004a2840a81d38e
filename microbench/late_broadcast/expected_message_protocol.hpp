#pragma once

#include "microbench/late_broadcast/one_broadcast.hpp"

namespace tutti {

inline constexpr const char* neighborhood_votes = "bcast/neighborhood:active";
inline constexpr const char* global_vote = "bcast/global_vote:active";

/// Returns true if the rank has to wait for the late rank, or is that rank.
bool waits_for_late(const OneBroadcast& broadcast, int rank);

/// Returns by which message protocol the message should arrive at the rank.
Arrivals expected_arrivals(const OneBroadcast& broadcast, int rank);

}  // namespace tutti
