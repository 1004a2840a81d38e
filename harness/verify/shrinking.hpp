#pragma once

#include <chrono>

#include "harness/verify/executor.hpp"
#include "harness/verify/record.hpp"

namespace tutti {

/// Finds the simplest case that fails, too, by running simpler ones on new communicators, as a
/// replay does, for at most about so long. `first` is what the case showed when it failed.
Failure shrink(Executor& executor, const Case& failing, const Outcome& first,
               std::chrono::duration<double> budget);

}  // namespace tutti
