#pragma once

#include <cstdint>

#include "optimized/algorithm/support/blocks.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// The position of one rank in a ring.
struct Ring {
  int ranks;
  int rank;

  int next() const { return (rank + 1) % ranks; }
  int previous() const { return (rank - 1 + ranks) % ranks; }
};

/// Gathers blocks around a ring: every rank begins with block `own` and sends on the blocks that it
/// receives, until all ranks have all blocks. The `own` of the next rank is one greater. p-1
/// rounds. `block` returns the region of a block, 0 to p-1.
template <class Block>
void ring_allgather(ScheduleBuilder& schedule, const Ring& ring, int own, Block block) {
  const int p = ring.ranks;
  for (int round = 0; round < p - 1; ++round) {
    schedule.send(ring.next(), block((own - round + p) % p));
    schedule.receive(ring.previous(), block((own - round - 1 + p) % p));
  }
}

/// Reduces blocks around a ring: every rank combines its own contribution with each block that
/// arrives. At the end the block after `first`, cyclically, is complete. p-1 rounds of `segments`
/// messages each: while one segment is combined, the next is under way.
template <class Block>
void ring_reduce_scatter(ScheduleBuilder& schedule, const Ring& ring, int first, Block block,
                         int segments = 1) {
  const int p = ring.ranks;
  const auto segment = [&](Region whole, int index) {
    return whole.part(part(whole.range.length, segments, index));
  };
  for (int round = 0; round < p - 1; ++round) {
    const Region passed_on = block((first - round + p) % p);
    const Region taken = block((first - round - 1 + p) % p);
    for (int i = 0; i < segments; ++i) {
      schedule.send(ring.next(), segment(passed_on, i));
      schedule.receive_combine(ring.previous(), segment(taken, i), Order::before);
    }
  }
}

/// Cuts the message into p blocks, which are reduced, then gathered, around the ring.
inline void allreduce_ring(const Shape& shape, int segments, int rank, ScheduleBuilder& schedule) {
  const Ring ring{shape.ranks, rank};
  const Blocks blocks(shape.count, shape.ranks);
  const auto block = [&](int index) { return output(blocks[index]); };
  schedule.copy(input({0, shape.count}), output({0, shape.count}));
  ring_reduce_scatter(schedule, ring, rank, block, segments);
  ring_allgather(schedule, ring, ring.next(), block);
}

inline Cost allreduce_ring_cost(const Shape& shape, int segments) {
  const std::int64_t p = shape.ranks;
  const std::int64_t rounds = (segments + 1) * (p - 1);
  return {.rounds = rounds, .messages = p * rounds, .units = 2 * (p - 1) * shape.count};
}

}  // namespace tutti
