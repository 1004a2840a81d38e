/// K-nomial tree reduce: on every level one of k ranks receives what the others have combined.
/// Up to (k-1) log_k p rounds, p-1 messages of n: flatter than the binomial tree, good where a
/// receiver can overlap its messages. Ranks are combined in the order that begins with the root, so
/// an operation that is not commutative needs root 0.
/// Source: Wickramasinghe & Lumsdaine, A Survey of Methods for Collective Communication, 2016.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/tree.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  reduce_up_tree(shape, knomial_radix(parameters), rank, schedule);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  return message_in_tree_cost(shape, knomial_radix(parameters));
}

}  // namespace tutti

ALGORITHM(reduce, knomial){
    tutti::if_commutative_or_root_0, tutti::build, tutti::cost, {.radix = true}};
