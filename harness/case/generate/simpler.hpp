#pragma once

#include <cstdint>
#include <vector>

#include "harness/case/case.hpp"

namespace tutti {

/// Returns valid cases that are one step simpler than the given one, the largest steps first: fewer
/// operations and ranks, smaller counts, plain layouts, no delays, and so on. Each has a smaller
/// complexity(), so that shrinking ends. Pure.
std::vector<Case> simpler(const Case& test);

/// Returns variants of the case in which one rank is very late for one operation: one variant for
/// each rank and operation.
std::vector<Case> with_a_late_rank(const Case& test);

/// Returns the distance of a case from the simplest one.
std::int64_t complexity(const Case& test);

}  // namespace tutti
