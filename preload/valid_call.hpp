#pragma once

#include "contract/call.hpp"
#include "contract/topology.hpp"

namespace tutti::preload {

/// Returns true if the arguments allow the collective to run on a communicator with so many ranks and this
/// topology, null for none. Other calls go to the library unchanged, so that it
/// reports their errors.
bool is_valid_call(const Call& call, int rank, int ranks, const Topology* topology);

/// Returns true if the arguments for data to send, or to receive, are significant at this rank.
bool sends(const Call& call, int rank);
bool receives(const Call& call, int rank);

}  // namespace tutti::preload
