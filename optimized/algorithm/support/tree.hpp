#pragma once

#include <cstdint>

#include "optimized/algorithm/support/knomial.hpp"

namespace tutti {

inline void bcast_down_tree(const Shape& shape, int radix, int rank, ScheduleBuilder& schedule) {
  const Knomial tree(shape.ranks, shape.root, rank, radix);
  const Region message = output({0, shape.count});
  if (tree.is_root()) schedule.copy(input({0, shape.count}), message);
  knomial_bcast(schedule, tree, message);
}

/// Combines the contributions in the cyclic order of ranks that begins with the root.
inline void reduce_up_tree(const Shape& shape, int radix, int rank, ScheduleBuilder& schedule) {
  const Knomial tree(shape.ranks, shape.root, rank, radix);
  const Region total = tree.is_root() ? output({0, shape.count})
                                      : schedule.scratch(tree.is_leaf() ? 0 : shape.count);
  knomial_reduce(schedule, tree, input({0, shape.count}), total);
}

/// Returns the cost of both functions above, which send the whole message along every edge.
inline Cost message_in_tree_cost(const Shape& shape, int radix) {
  const std::int64_t p = shape.ranks;
  return {.rounds = knomial_rounds(p, radix), .messages = p - 1, .units = (p - 1) * shape.count};
}

inline void gather_up_tree(const Shape& shape, int radix, int rank, ScheduleBuilder& schedule) {
  const Knomial tree(shape.ranks, shape.root, rank, radix);
  const Blocks blocks(shape, shape.root);
  const Region own = input({0, shape.count});
  if (tree.is_leaf() && !tree.is_root()) {
    schedule.send(tree.parent(), own);
    return;
  }
  const Range subtree = blocks.run(tree.relative(), tree.end());
  const bool in_place = tree.is_root() && shape.root == 0;
  const Region held = in_place ? output({0, subtree.length}) : schedule.scratch(subtree.length);
  schedule.copy(own, held.part({0, shape.count}));
  tree.for_children_ascending([&](int child, int first, int last) {
    const auto [offset, length] = blocks.run(first, last);
    schedule.receive(child, held.part({offset - subtree.offset, length}));
  });
  if (!tree.is_root())
    schedule.send(tree.parent(), held);
  else if (!in_place)
    copy_from_rotated(schedule, blocks, shape.root, held, output({0, subtree.length}));
}

inline void scatter_down_tree(const Shape& shape, int radix, int rank, ScheduleBuilder& schedule) {
  const Knomial tree(shape.ranks, shape.root, rank, radix);
  const Blocks blocks(shape, shape.root);
  const Region own = output({0, shape.count});
  if (tree.is_leaf() && !tree.is_root()) {
    schedule.receive(tree.parent(), own);
    return;
  }
  const Range subtree = blocks.run(tree.relative(), tree.end());
  const bool in_place = tree.is_root() && shape.root == 0;
  const Region held = in_place ? input({0, subtree.length}) : schedule.scratch(subtree.length);
  if (!tree.is_root())
    schedule.receive(tree.parent(), held);
  else if (!in_place)
    copy_to_rotated(schedule, blocks, shape.root, input({0, subtree.length}), held);
  knomial_scatter_down(schedule, tree, blocks, held);
  schedule.copy(held.part({0, shape.count}), own);
}

/// Returns the cost of both functions above, which send the blocks of the subtree along every edge.
inline Cost blocks_in_tree_cost(const Shape& shape, int radix) {
  const std::int64_t p = shape.ranks;
  return {.rounds = knomial_rounds(p, radix),
          .messages = p - 1,
          .units = nonzero_digits_below(p, radix) * shape.count};
}

}  // namespace tutti
