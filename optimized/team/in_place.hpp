#pragma once

#include <cstdint>

#include "optimized/schedule/schedule.hpp"

namespace tutti {

/// Where the first unit of a rank's input lies among the units of its output, if MPI passes both
/// in one buffer.
std::int64_t in_place_offset(const Shape& shape, int rank);

/// True if input and output may share memory, with the input beginning at that unit of the output:
/// then no step writes over input that another one still needs. Copies of the input to the place
/// where it is already do not count.
bool may_share_memory(const Schedule& schedule, std::int64_t offset);

/// True if the step copies input to where it lies already.
inline bool is_idle_copy(const Step& step, std::int64_t offset) {
  return step.action == Action::copy && step.source.buffer == Buffer::input &&
         step.target.buffer == Buffer::output &&
         step.source.range.offset + offset == step.target.range.offset;
}

}  // namespace tutti
