/// K-nomial tree broadcast: the set of ranks that hold the message grows k-fold per level.
/// Up to (k-1) log_k p rounds, p-1 messages of n: flatter than the binomial tree, good where a
/// sender can overlap its messages.
/// Source: Wickramasinghe & Lumsdaine, A Survey of Methods for Collective Communication, 2016.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/tree.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  bcast_down_tree(shape, knomial_radix(parameters), rank, schedule);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  return message_in_tree_cost(shape, knomial_radix(parameters));
}

}  // namespace tutti

ALGORITHM(bcast, knomial){tutti::always, tutti::build, tutti::cost, {.radix = true}};
