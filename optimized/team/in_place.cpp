#include "optimized/team/in_place.hpp"

#include <algorithm>

namespace tutti {
namespace {

/// A step and the units of the output that it writes.
struct Access {
  std::size_t step;
  Range range;
};

bool overlap(const Range& a, const Range& b) {
  return std::max(a.offset, b.offset) < std::min(a.end(), b.end());
}

std::vector<Access> writes(const Schedule& schedule, std::int64_t offset) {
  std::vector<Access> found;
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    const Step& step = schedule.steps[i];
    if (step.action != Action::send && step.target.buffer == Buffer::output &&
        step.target.range.length > 0 && !is_idle_copy(step, offset))
      found.push_back({i, step.target.range});
  }
  return found;
}

}  // namespace

std::int64_t in_place_offset(const Shape& shape, int rank) {
  if (is_scatter(shape.collective)) return -shape.block(rank).offset;
  const bool gathers = traits(shape.collective).input.extent == Extent::block;
  return gathers ? shape.block(rank).offset : 0;
}

bool may_share_memory(const Schedule& schedule, std::int64_t offset) {
  const auto written = writes(schedule, offset);
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    const Step& step = schedule.steps[i];
    if (step.source.buffer != Buffer::input || step.source.range.length == 0) continue;
    const Range needed{step.source.range.offset + offset, step.source.range.length};
    // A step that writes the target of an idle copy later waits for that copy anyway.
    const std::size_t from = is_idle_copy(step, offset) ? i : schedule.steps.size();
    for (const auto& write : written)
      if (write.step < from && overlap(write.range, needed)) return false;
  }
  return true;
}

}  // namespace tutti
