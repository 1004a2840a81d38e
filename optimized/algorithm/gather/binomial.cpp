/// Binomial tree gather: in every round half of the ranks hand over the blocks they have collected.
/// ceil(log2 p) rounds, p-1 messages, a block travels up to log2 p times: good for small blocks.
/// Source: CollGM, section 3.4.
#include "optimized/algorithm/support/binomial.hpp"

#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Binomial tree(shape.ranks, shape.root, rank);
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

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = ceil_log2(p), .messages = p - 1, .units = ones_below(p) * shape.count};
}

}  // namespace tutti

ALGORITHM(gather, binomial){tutti::always, tutti::build, tutti::cost};
