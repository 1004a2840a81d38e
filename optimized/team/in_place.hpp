#pragma once

#include <cstdint>

#include "optimized/schedule/schedule.hpp"

namespace tutti {

/// Returns the position of the first unit of a rank's input among the units of its output, if MPI
/// passes both in one buffer.
std::int64_t in_place_offset(const Shape& shape, int rank);

/// Returns true if input and output may share memory, with the input beginning at unit `offset` of
/// the output: no step overwrites input that another step still needs. Copies of input to its own
/// place do not count.
bool may_share_memory(const Schedule& schedule, std::int64_t offset);

/// Returns true if the step copies input to the place where it already is.
inline bool is_idle_copy(const Step& step, std::int64_t offset) {
  return step.action == Action::copy && step.source.buffer == Buffer::input &&
         step.target.buffer == Buffer::output &&
         step.source.range.offset + offset == step.target.range.offset;
}

}  // namespace tutti
