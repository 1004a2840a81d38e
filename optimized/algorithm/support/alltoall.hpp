#pragma once

#include <cstdint>

#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// Sends every block directly from its source to its destination; at most `window` exchanges of a
/// rank are under way at the same time. In each round all ranks exchange over the same distance.
inline void alltoall_in_windows(const Shape& shape, int window, int rank,
                                ScheduleBuilder& schedule) {
  const int p = shape.ranks;
  struct Exchange {
    ScheduleBuilder::StepId received, sent;
  };
  std::vector<Exchange> exchanges;
  schedule.copy(input(shape.block(rank)), output(shape.block(rank)));
  for (int distance = 1; distance < p; ++distance) {
    const int source = (rank - distance + p) % p;
    const int destination = (rank + distance) % p;
    const auto wait_for_window = [&] {
      if (distance <= window) return;
      const auto& earlier = exchanges[static_cast<std::size_t>(distance - 1 - window)];
      schedule.after(earlier.received);
      schedule.after(earlier.sent);
    };
    wait_for_window();
    const auto received = schedule.receive(source, output(shape.block(source)));
    wait_for_window();
    const auto sent = schedule.send(destination, input(shape.block(destination)));
    exchanges.push_back({received, sent});
  }
}

inline Cost alltoall_direct_cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = p - 1, .messages = p * (p - 1), .units = p * (p - 1) * shape.count};
}

}  // namespace tutti
