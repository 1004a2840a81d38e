/// Binomial tree broadcast: the set of ranks that hold the message doubles in every round.
/// ceil(log2 p) rounds, p-1 messages of n: latency-optimal for small n.
/// Source: CollGM, section 3.4.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/tree.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  bcast_down_tree(shape, 2, rank, schedule);
}

static Cost cost(const Shape& shape, const Parameters&) { return message_in_tree_cost(shape, 2); }

}  // namespace tutti

ALGORITHM(bcast, binomial){tutti::always, tutti::build, tutti::cost};
