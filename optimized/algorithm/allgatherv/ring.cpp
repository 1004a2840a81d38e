/// Ring allgatherv: every rank passes on to the next what it got from the previous one.
/// p-1 rounds, every block sent p-1 times, neighbours only: good for large blocks.
/// Source: Thakur, Rabenseifner & Gropp, IJHPCA 2005.
#include "optimized/algorithm/support/ring.hpp"

#include "optimized/algorithm/support/allgather.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Blocks blocks(shape);
  schedule.copy(input({0, blocks[rank].length}), output(blocks[rank]));
  ring_allgather(schedule, Ring{shape.ranks, rank}, rank,
                 [&](int block) { return output(blocks[block]); });
}

}  // namespace tutti

ALGORITHM(allgatherv, ring){tutti::always, tutti::build, tutti::allgather_cost_of_p_rounds};
