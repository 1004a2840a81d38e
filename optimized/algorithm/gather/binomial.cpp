/// Binomial tree gather: in every round half of the ranks send on the blocks they have collected.
/// ceil(log2 p) rounds, p-1 messages, a block travels up to log2 p times: good for small blocks.
/// Source: CollGM, section 3.4.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/tree.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  gather_up_tree(shape, 2, rank, schedule);
}

static Cost cost(const Shape& shape, const Parameters&) { return blocks_in_tree_cost(shape, 2); }

}  // namespace tutti

ALGORITHM(gather, binomial){tutti::always, tutti::build, tutti::cost};
