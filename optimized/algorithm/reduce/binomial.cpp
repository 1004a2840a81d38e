/// Binomial tree reduce: in every round half of the ranks hand over what they have combined.
/// ceil(log2 p) rounds, p-1 messages of n: latency-optimal for small n. Ranks are combined in the
/// order that begins with the root, so an operation that is not commutative needs root 0.
/// Source: Thakur, Rabenseifner & Gropp, IJHPCA 2005.
#include "optimized/algorithm/support/binomial.hpp"

#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static bool applicable(const Shape& shape) { return shape.op.commutative || shape.root == 0; }

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Binomial tree(shape.ranks, shape.root, rank);
  const Region total = tree.is_root() ? output({0, shape.count})
                                      : schedule.scratch(tree.is_leaf() ? 0 : shape.count);
  binomial_reduce(schedule, tree, input({0, shape.count}), total);
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = ceil_log2(p), .messages = p - 1, .units = (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(reduce, binomial){tutti::applicable, tutti::build, tutti::cost};
