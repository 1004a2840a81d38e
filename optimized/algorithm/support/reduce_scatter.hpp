#pragma once

#include <cstdint>

#include "optimized/algorithm/support/fold.hpp"
#include "optimized/algorithm/support/knomial.hpp"
#include "optimized/algorithm/support/linear.hpp"
#include "optimized/algorithm/support/ring.hpp"

namespace tutti {

inline void reduce_scatter_pairwise(const Shape& shape, const Parameters&, int rank,
                                    ScheduleBuilder& schedule) {
  const int p = shape.ranks;
  const Blocks blocks(shape);
  const Region own = output({0, blocks[rank].length});
  schedule.copy(input(blocks[rank]), own);
  for (int distance = 1; distance < p; ++distance) {
    const int destination = (rank + distance) % p;
    schedule.send(destination, input(blocks[destination]));
    schedule.receive_combine((rank - distance + p) % p, own, Order::before);
  }
}

inline void reduce_scatter_linear(const Shape& shape, const Parameters&, int rank,
                                  ScheduleBuilder& schedule) {
  const Blocks blocks(shape);
  reduce_linearly(schedule, shape.ranks, rank, [&](int peer) { return input(blocks[peer]); });
}

inline void reduce_scatter_ring(const Shape& shape, const Parameters&, int rank,
                                ScheduleBuilder& schedule) {
  const Ring ring{shape.ranks, rank};
  const Blocks blocks(shape);
  const Region total = schedule.scratch(blocks.units());
  schedule.copy(input({0, blocks.units()}), total);
  ring_reduce_scatter(schedule, ring, ring.previous(),
                      [&](int block) { return total.part(blocks[block]); });
  schedule.copy(total.part(blocks[rank]), output({0, blocks[rank].length}));
}

inline Cost reduce_scatter_cost_of_p_rounds(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = p - 1, .messages = p * (p - 1), .units = (p - 1) * shape.all_blocks()};
}

/// Halves the blocks until each member of the fold has only its own block and that of its partner.
inline void reduce_scatter_halving(const Shape& shape, const Parameters&, int rank,
                                   ScheduleBuilder& schedule) {
  const Fold fold(shape.ranks);
  const Blocks blocks(shape);
  const Region own = output({0, blocks[rank].length});
  const Region total = schedule.scratch(fold.member(rank) ? blocks.units() : 0);
  if (!fold.fold(schedule, rank, input({0, blocks.units()}), total)) {
    schedule.receive(fold.partner(rank), own);
    return;
  }
  const int index = fold.index(rank);
  const auto blocks_of = [&](int first, int last) {
    return total.part(blocks.run(fold.first_rank(first), fold.first_rank(last)));
  };
  for (int distance = fold.members() / 2; distance > 0; distance /= 2) {
    const int kept = index / distance * distance;
    const int given = kept ^ distance;
    const int partner = fold.rank(index ^ distance);
    schedule.send(partner, blocks_of(given, given + distance));
    schedule.receive_combine(partner, blocks_of(kept, kept + distance), Order::before);
  }
  if (fold.paired(rank)) schedule.send(fold.partner(rank), total.part(blocks[fold.partner(rank)]));
  schedule.copy(total.part(blocks[rank]), own);
}

inline Cost reduce_scatter_halving_cost(const Shape& shape, const Parameters&) {
  const Fold fold(shape.ranks);
  const Blocks blocks(shape);
  std::int64_t to_partners = 0;
  for (int pair = 0; pair < fold.pairs(); ++pair) to_partners += blocks[2 * pair + 1].length;
  return {.rounds = fold.dimensions() + (fold.pairs() > 0 ? 2 : 0),
          .messages = 2 * fold.pairs() + fold.members() * fold.dimensions(),
          .units = (fold.pairs() + fold.members() - 1) * blocks.units() + to_partners};
}

inline void reduce_scatterv(const Shape& shape, const Parameters&, int rank,
                            ScheduleBuilder& schedule) {
  const Knomial tree(shape.ranks, 0, rank);
  const Blocks blocks(shape);
  const Region own = output({0, blocks[rank].length});
  const Region total = schedule.scratch(tree.is_leaf() && !tree.is_root() ? 0 : blocks.units());
  knomial_reduce(schedule, tree, input({0, blocks.units()}), total);
  if (tree.is_leaf() && !tree.is_root()) {
    schedule.receive(tree.parent(), own);
    return;
  }
  const Region held = total.part(blocks.run(rank, tree.end()));
  if (!tree.is_root()) schedule.receive(tree.parent(), held);
  knomial_scatter_down(schedule, tree, blocks, held);
  schedule.copy(total.part(blocks[rank]), own);
}

inline Cost reduce_scatterv_cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  const Blocks blocks(shape);
  std::int64_t scattered = 0;
  for (int rank = 0; rank < shape.ranks; ++rank)
    scattered += std::popcount(static_cast<unsigned>(rank)) * blocks[rank].length;
  return {.rounds = 2 * ceil_log2(p),
          .messages = 2 * (p - 1),
          .units = (p - 1) * blocks.units() + scattered};
}

}  // namespace tutti
