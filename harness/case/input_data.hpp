#pragma once

#include <cstdint>

#include "contract/shape.hpp"
#include "harness/case/element.hpp"
#include "harness/case/problem.hpp"

namespace tutti {

/// Period of overflowing data, in positions. An odd prime, so that it divides neither the width of
/// a vector unit nor a segment.
constexpr std::int64_t overflow_period = 7;

/// Returns the elements of a rank's input at the given positions. A pure function of problem, rank
/// and position. Distinct by rank and by position as far as the type has values.
///
/// With runs, a reduction of several ranks has the same elements at all of them: see ExpandedBuffer.
///
/// - Data::exact: in any order of combination, no intermediate result leaves the range of exactly
///   representable values.
/// - Data::rounding: floats of mixed magnitude.
/// - Data::subnormal: the same as exact data, but next to zero.
/// - Data::overflow: integers whose result overflows, repeated after overflow_period positions.
Elements input_elements(const Problem& problem, int rank, Range positions);

}  // namespace tutti
