#pragma once

#include "harness/verify/leader.hpp"
#include "harness/verify/record.hpp"

namespace tutti {

/// Finds the simplest case that fails in the same way, by running simpler ones on new
/// communicators, as a replay does. `first` is what the case showed when it failed.
Failure shrink(Leader& leader, const Case& failing, const Outcome& first);

}  // namespace tutti
