/// K-nomial tree scatter: on every level the ranks that hold blocks send on k-1 of k parts.
/// Up to (k-1) log_k p rounds, p-1 messages, a block travels up to log_k p times: copies less than
/// the binomial tree.
/// Source: Wickramasinghe & Lumsdaine, A Survey of Methods for Collective Communication, 2016.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/tree.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  scatter_down_tree(shape, knomial_radix(parameters), rank, schedule);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  return blocks_in_tree_cost(shape, knomial_radix(parameters));
}

}  // namespace tutti

ALGORITHM(scatter, knomial){tutti::always, tutti::build, tutti::cost, {.radix = true}};
