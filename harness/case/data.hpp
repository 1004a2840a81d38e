#pragma once

#include <cstdint>

#include "contract/shape.hpp"
#include "harness/case/element.hpp"
#include "harness/case/problem.hpp"

namespace tutti {

/// What overflowing data repeat after, in positions: odd and prime, so that it falls in step with
/// no vector unit and no segment.
constexpr std::int64_t overflow_period = 7;

/// The elements that a rank provides at the given positions of its input. A pure function of
/// problem, rank and position. Distinct by rank and by position as far as the type has values.
///
/// - Data::exact: whatever the order of combination, no intermediate result leaves the range of
///   exactly representable values.
/// - Data::rounding: floats of mixed magnitude.
/// - Data::overflow: integers that leave the range, the same again after overflow_period positions.
Elements input_elements(const Problem& problem, int rank, Range positions);

}  // namespace tutti
