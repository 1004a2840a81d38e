#pragma once

#include <cstdint>

#include "optimized/algorithm/support/blocks.hpp"
#include "optimized/algorithm/support/logarithm.hpp"
#include "optimized/algorithm/support/ring.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// Returns the cost of algorithms in which every rank sends one block per round: every rank
/// receives every other block once.
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

/// Sends the block of every rank to every other rank.
inline void allgather_linear(const Shape& shape, const Parameters&, int rank,
                             ScheduleBuilder& schedule) {
  const Blocks blocks(shape);
  const int p = shape.ranks;
  const Region own = input({0, blocks[rank].length});
  schedule.copy(own, output(blocks[rank]));
  for (int distance = 1; distance < p; ++distance) {
    const int sender = (rank - distance + p) % p;
    schedule.receive(sender, output(blocks[sender]));
    schedule.send((rank + distance) % p, own);
  }
}

/// Exchanges pairs of blocks between neighbours, alternately with the one and the other.
inline void allgather_neighbor_exchange(const Shape& shape, const Parameters&, int rank,
                                        ScheduleBuilder& schedule) {
  const int p = shape.ranks;
  const int pairs = p / 2;
  const int direction = rank % 2 == 0 ? 1 : -1;  // towards the other member of the pair
  const Blocks blocks(shape);
  const auto pair = [&](int index) {
    const int first = 2 * ((index + pairs) % pairs);
    return output(blocks.run(first, first + 2));
  };

  const int partner = rank + direction;
  schedule.copy(input({0, blocks[rank].length}), output(blocks[rank]));
  schedule.send(partner, output(blocks[rank]));
  schedule.receive(partner, output(blocks[partner]));
  int latest = rank / 2;
  for (int round = 1; round < pairs; ++round) {
    const int towards = round % 2 == 0 ? direction : -direction;
    const int neighbor = (rank + towards + p) % p;
    const int next = rank / 2 + towards * ((round + 1) / 2);
    schedule.send(neighbor, pair(latest));
    schedule.receive(neighbor, pair(next));
    latest = next;
  }
}

inline Cost allgather_neighbor_exchange_cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = p / 2, .messages = p * (p / 2), .units = (p - 1) * shape.all_blocks()};
}

/// Exchanges all blocks that two neighbours on a hypercube have, dimension by dimension.
inline void allgather_recursive_doubling(const Shape& shape, const Parameters&, int rank,
                                         ScheduleBuilder& schedule) {
  const Blocks blocks(shape);
  schedule.copy(input({0, blocks[rank].length}), output(blocks[rank]));
  for (int size = 1; size < shape.ranks; size *= 2) {
    const int partner = rank ^ size;
    const auto group_of = [&](int member) {
      const int first = member / size * size;
      return output(blocks.run(first, first + size));
    };
    schedule.send(partner, group_of(rank));
    schedule.receive(partner, group_of(partner));
  }
}

/// Gathers by Bruck's algorithm. Working memory holds the blocks in the order that begins with the
/// rank's own; in every step, the held run of blocks goes to the ranks whose numbers are lower by 1 to radix-1
/// times its length.
inline void allgather_bruck(const Shape& shape, int radix, int rank, ScheduleBuilder& schedule) {
  const int p = shape.ranks;
  const Blocks blocks(shape, rank);
  const Region held = schedule.scratch(blocks.units());
  schedule.copy(input({0, blocks[0].length}), held.part(blocks[0]));
  for (std::int64_t size = 1; size < p; size *= radix) {
    const auto end = std::min<std::int64_t>(size * radix, p);
    for (auto first = size; first < end; first += size) {
      const auto distance = static_cast<int>(first);
      const auto length = static_cast<int>(std::min(size, p - first));
      schedule.send((rank - distance + p) % p, held.part(blocks.run(0, length)));
      schedule.receive((rank + distance) % p, held.part(blocks.run(distance, distance + length)));
    }
  }
  copy_from_rotated(schedule, blocks, rank, held, output({0, blocks.units()}));
}

/// Returns the cost of algorithms whose runs of blocks grow k-fold.
inline Cost allgather_cost_of_runs(const Shape& shape, int radix) {
  const std::int64_t p = shape.ranks;
  const auto rounds = knomial_rounds(p, radix);
  return {.rounds = rounds, .messages = p * rounds, .units = (p - 1) * shape.all_blocks()};
}

inline Cost allgather_cost_of_doubling(const Shape& shape, const Parameters&) {
  return allgather_cost_of_runs(shape, 2);
}

}  // namespace tutti
