#pragma once

#include <chrono>
#include <functional>

#include "harness/runner/executor.hpp"
#include "harness/verify/record.hpp"

namespace tutti {

/// Finds the simplest case that fails, too, by running simpler ones on new communicators, as a
/// replay does, for at most about so long, and only such as `may_try` allows. `first` is what the
/// case showed when it failed.
Failure shrink(Executor& executor, const Case& failing, const Outcome& first,
               std::chrono::duration<double> budget,
               const std::function<bool(const Case&)>& may_try);

}  // namespace tutti
