#pragma once

#include <cstdint>
#include <vector>

#include "harness/case/case.hpp"

namespace tutti {

/// Valid cases that are one step simpler than the given one, the boldest steps first: fewer
/// operations and ranks, smaller counts, plain layouts, no delays, and so on. Each has a smaller
/// complexity(), so that shrinking ends. Pure.
std::vector<Case> simpler(const Case& test);

/// The case with one rank very late to one of its operations, for each rank and operation.
std::vector<Case> with_a_late_rank(const Case& test);

/// How far a case is from the simplest one.
std::int64_t complexity(const Case& test);

}  // namespace tutti
