#pragma once

#include <cstdint>

#include "optimized/algorithm/support/rotation.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// Sends the block of every rank directly to the root.
inline void gather_linearly(const Shape& shape, const Parameters&, int rank,
                            ScheduleBuilder& schedule) {
  const Region own = input({0, shape.count});
  if (rank != shape.root) {
    schedule.send(shape.root, own);
    return;
  }
  const Rotation rotation{shape.ranks, shape.root};
  schedule.copy(own, output(shape.block(rank)));
  for (int i = 1; i < shape.ranks; ++i) {
    const int sender = rotation.absolute(i);
    schedule.receive(sender, output(shape.block(sender)));
  }
}

/// Sends every rank its block directly from the root, at most `window` blocks at the same time.
inline void scatter_in_windows(const Shape& shape, int window, int rank,
                               ScheduleBuilder& schedule) {
  const Region own = output({0, shape.count});
  if (rank != shape.root) {
    schedule.receive(shape.root, own);
    return;
  }
  const Rotation rotation{shape.ranks, shape.root};
  schedule.copy(input(shape.block(rank)), own);
  std::vector<ScheduleBuilder::StepId> sends;
  for (int i = 1; i < shape.ranks; ++i) {
    const int receiver = rotation.absolute(i);
    if (i > window) schedule.after(sends[static_cast<std::size_t>(i - 1 - window)]);
    sends.push_back(schedule.send(receiver, input(shape.block(receiver))));
  }
}

inline void scatter_linearly(const Shape& shape, const Parameters&, int rank,
                             ScheduleBuilder& schedule) {
  scatter_in_windows(shape, shape.ranks, rank, schedule);
}

inline Cost rooted_blocks_cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = p - 1, .messages = p - 1, .units = (p - 1) * shape.count};
}

}  // namespace tutti
