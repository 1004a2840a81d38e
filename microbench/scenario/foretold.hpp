#pragma once

#include "microbench/scenario/one_broadcast.hpp"

namespace tutti {

inline constexpr const char* votes_by_neighborhood = "bcast/neighborhood:active";
inline constexpr const char* votes_of_whole_group = "bcast/global_vote:active";

/// Whether the rank has to wait for the late one, or is it.
bool waits_for_late(const OneBroadcast& broadcast, int rank);

/// How the message should come to the rank.
Arrivals foretold_arrivals(const OneBroadcast& broadcast, int rank);

}  // namespace tutti
