#pragma once

#include "contract/call.hpp"

namespace tutti::preload {

/// Gives a call that has large counts the int counts that protocols use, if its blocks are equally
/// long and have fewer than 2^31 bytes; all ranks come to the same result. Otherwise returns it with
/// counts of -1, which are not valid, so that it goes to the library: where blocks differ, a rank may
/// have a displacement that no int can hold, and others do not know. Returns calls without large
/// counts as they are.
Call with_int_counts(const Call& call);

}  // namespace tutti::preload
