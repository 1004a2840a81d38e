#pragma once

#include "contract/call.hpp"

namespace tutti::preload {

/// Returns a call that has large counts as one with int counts, if its blocks are equally long and
/// have fewer than 2^31 bytes: all ranks come to the same result. Otherwise returns it as it is, so that
/// the library serves it: where blocks differ, a rank may have a displacement or a count that no int
/// can hold, and others do not know. Neither do they know the counts of ranks that are no neighbours.
/// `rank` is that of this process, or -1 for a communicator that is not valid or whose calls are left to
/// the library, such as an intercommunicator.
Call with_int_counts(const Call& large, int rank);

}  // namespace tutti::preload
