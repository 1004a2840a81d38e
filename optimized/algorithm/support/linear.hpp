#pragma once

#include "optimized/schedule/builder.hpp"

namespace tutti {

/// Sends every other rank this rank's contribution to its result, and combines what arrives in the
/// order of ranks, so that all ranks get bit-identical results. p-1 rounds, none of which waits for
/// another. `contribution_to` returns the region of a contribution in the input.
template <class Contribution>
void reduce_linearly(ScheduleBuilder& schedule, int ranks, int rank, Contribution contribution_to) {
  const Region own = contribution_to(rank);
  const auto length = own.range.length;
  const Region total = output({0, length});
  const Region arrived = schedule.scratch((ranks - 1) * length);
  const auto contribution_of = [&](int other) {
    if (other == rank) return own;
    return other == 0 ? total : arrived.part({(other - 1) * length, length});
  };
  for (int distance = 1; distance < ranks; ++distance) {
    const int source = (rank - distance + ranks) % ranks;
    const int destination = (rank + distance) % ranks;
    schedule.receive(source, contribution_of(source));
    schedule.send(destination, contribution_to(destination));
  }
  if (rank == 0) schedule.copy(own, total);
  for (int other = 1; other < ranks; ++other)
    schedule.combine(contribution_of(other), total, Order::after);
}

}  // namespace tutti
