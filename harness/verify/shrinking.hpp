#pragma once

#include <chrono>
#include <functional>

#include "harness/runner/executor.hpp"
#include "harness/verify/verification_results.hpp"

namespace tutti {

/// Finds the simplest case that still fails. Runs simpler cases on new communicators, as a replay
/// does, for about `budget` at most, and only cases that `may_try` allows. `first` is the outcome
/// of the failing case.
Failure shrink(Executor& executor, const Case& failing, const Outcome& first,
               std::chrono::duration<double> budget,
               const std::function<bool(const Case&)>& may_try);

}  // namespace tutti
