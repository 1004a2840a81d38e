/// Binomial tree scatter: in every round the ranks that hold blocks hand over half of them.
/// ceil(log2 p) rounds, p-1 messages, a block travels up to log2 p times: good for small blocks.
/// Source: CollGM, section 3.4.
#include "optimized/algorithm/support/binomial.hpp"

#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Binomial tree(shape.ranks, shape.root, rank);
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
  binomial_scatter_down(schedule, tree, blocks, held);
  schedule.copy(held.part({0, shape.count}), own);
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = ceil_log2(p), .messages = p - 1, .units = ones_below(p) * shape.count};
}

}  // namespace tutti

ALGORITHM(scatter, binomial){tutti::always, tutti::build, tutti::cost};
