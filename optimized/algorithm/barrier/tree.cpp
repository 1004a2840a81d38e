/// Tree barrier: signals travel up a binomial tree and down again.
/// 2 ceil(log2 p) rounds, but only 2(p-1) messages: good where messages are expensive, as with more
/// ranks than cores.
/// Source: Hensgen, Finkel & Manber 1988 (tournament barrier).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/knomial.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Knomial tree(shape.ranks, 0, rank);
  tree.for_children_ascending([&](int child, int, int) { schedule.await(child); });
  schedule.fence();
  if (!tree.is_root()) {
    schedule.signal(tree.parent());
    schedule.await(tree.parent());
    schedule.fence();
  }
  tree.for_children_descending([&](int child, int, int) { schedule.signal(child); });
}

static Cost cost(const Shape& shape, const Parameters&) {
  return {.rounds = 2 * ceil_log2(shape.ranks), .messages = 2 * (shape.ranks - 1), .units = 0};
}

}  // namespace tutti

ALGORITHM(barrier, tree){tutti::always, tutti::build, tutti::cost};
