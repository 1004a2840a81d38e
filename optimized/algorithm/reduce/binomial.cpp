/// Binomial tree reduce: in every round half of the ranks send on what they have combined.
/// ceil(log2 p) rounds, p-1 messages of n: latency-optimal for small n. Ranks are combined in the
/// order that begins with the root, so an operation that is not commutative needs root 0.
/// Source: Thakur, Rabenseifner & Gropp, IJHPCA 2005.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/tree.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  reduce_up_tree(shape, 2, rank, schedule);
}

static Cost cost(const Shape& shape, const Parameters&) { return message_in_tree_cost(shape, 2); }

}  // namespace tutti

ALGORITHM(reduce, binomial){tutti::if_commutative_or_root_0, tutti::build, tutti::cost};
