#pragma once

#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// What the algorithm lets the rank do in calls of the shape.
inline Schedule schedule_of(const Algorithm& algorithm, const Shape& shape,
                            const Parameters& parameters, int rank) {
  ScheduleBuilder builder;
  algorithm.build(shape, parameters, rank, builder);
  return builder.finish();
}

}  // namespace tutti
