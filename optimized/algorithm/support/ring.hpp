#pragma once

#include <cstdint>

#include "optimized/algorithm/support/blocks.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// One rank's place in a ring.
struct Ring {
  int ranks;
  int rank;

  int next() const { return (rank + 1) % ranks; }
  int previous() const { return (rank - 1 + ranks) % ranks; }
};

/// Every rank holds block `own` and passes on what it has got, until all have all blocks; the
/// `own` of the next rank is one more. p-1 rounds. `block` gives the place of a block, 0 to p-1.
template <class Block>
void ring_allgather(ScheduleBuilder& schedule, const Ring& ring, int own, Block block) {
  const int p = ring.ranks;
  for (int round = 0; round < p - 1; ++round) {
    schedule.send(ring.next(), block((own - round + p) % p));
    schedule.receive(ring.previous(), block((own - round - 1 + p) % p));
  }
}

/// Every rank adds its own contribution to each block that comes by. The block behind `first`,
/// around the circle, is complete in the end. p-1 rounds, of as many messages as each block is cut
/// into: while one segment is combined, the next is on its way.
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

/// The message is cut into p blocks, which are reduced, then gathered, around the ring.
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
