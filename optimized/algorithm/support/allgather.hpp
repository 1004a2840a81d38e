#pragma once

#include "optimized/algorithm/support/blocks.hpp"
#include "optimized/algorithm/support/logarithm.hpp"
#include "optimized/algorithm/support/ring.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// Of all that send one block per rank and round: every rank gets every other block once.
inline Cost allgather_cost_of_p_rounds(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = p - 1, .messages = p * (p - 1), .units = (p - 1) * shape.all_blocks()};
}

inline void allgather_ring(const Shape& shape, const Parameters&, int rank,
                           ScheduleBuilder& schedule) {
  const Blocks blocks(shape);
  schedule.copy(input({0, blocks[rank].length}), output(blocks[rank]));
  ring_allgather(schedule, Ring{shape.ranks, rank}, rank,
                 [&](int block) { return output(blocks[block]); });
}

/// Working memory holds the blocks in the order that begins with the own one; in every round the
/// run of blocks held is sent back as many ranks as it is long.
inline void allgather_bruck(const Shape& shape, const Parameters&, int rank,
                            ScheduleBuilder& schedule) {
  const int p = shape.ranks;
  const Blocks blocks(shape, rank);
  const Region held = schedule.scratch(blocks.units());
  schedule.copy(input({0, blocks[0].length}), held.part(blocks[0]));
  for (int size = 1; size < p; size *= 2) {
    schedule.send((rank - size + p) % p, held.part(blocks.run(0, std::min(size, p - size))));
    schedule.receive((rank + size) % p, held.part(blocks.run(size, std::min(2 * size, p))));
  }
  copy_from_rotated(schedule, blocks, rank, held, output({0, blocks.units()}));
}

inline Cost allgather_bruck_cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {
      .rounds = ceil_log2(p), .messages = p * ceil_log2(p), .units = (p - 1) * shape.all_blocks()};
}

}  // namespace tutti
