#pragma once

#include "optimized/algorithm/support/rotation.hpp"
#include "optimized/schedule/builder.hpp"

namespace tutti {

/// Sends the root's `source` to all other ranks, which receive it as `message`. p-1 rounds.
inline void flat_bcast(ScheduleBuilder& schedule, const Rotation& rotation, int rank, Region source,
                       Region message) {
  if (rank != rotation.root) {
    schedule.receive(rotation.root, message);
    return;
  }
  for (int i = 1; i < rotation.ranks; ++i) schedule.send(rotation.absolute(i), source);
}

/// Combines all contributions in the root's `total`, in the order of ranks. p-1 rounds.
inline void flat_reduce(ScheduleBuilder& schedule, const Rotation& rotation, int rank,
                        Region contribution, Region total) {
  if (rank != rotation.root) {
    schedule.send(rotation.root, contribution);
    return;
  }
  const int last = rotation.ranks - 1;
  if (rank == last)
    schedule.copy(contribution, total);
  else
    schedule.receive(last, total);
  for (int peer = last - 1; peer >= 0; --peer) {
    if (peer == rank)
      schedule.combine(contribution, total, Order::before);
    else
      schedule.receive_combine(peer, total, Order::before);
  }
}

}  // namespace tutti
