#pragma once

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
/// around the circle, is complete in the end. p-1 rounds.
template <class Block>
void ring_reduce_scatter(ScheduleBuilder& schedule, const Ring& ring, int first, Block block) {
  const int p = ring.ranks;
  for (int round = 0; round < p - 1; ++round) {
    schedule.send(ring.next(), block((first - round + p) % p));
    schedule.receive_combine(ring.previous(), block((first - round - 1 + p) % p), Order::before);
  }
}

}  // namespace tutti
