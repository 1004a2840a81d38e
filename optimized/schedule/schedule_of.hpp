#pragma once

#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// Returns the schedule of one rank for calls of the shape.
inline Schedule schedule_of(const Algorithm& algorithm, const Shape& shape,
                            const Parameters& parameters, int rank) {
  ScheduleBuilder builder;
  algorithm.build(shape, parameters, rank, builder);
  return builder.finish();
}

}  // namespace tutti
