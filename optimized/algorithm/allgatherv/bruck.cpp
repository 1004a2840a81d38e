/// Bruck's allgatherv: the blocks that a rank holds double in every round, for any number of ranks.
/// ceil(log2 p) rounds, every block sent p-1 times, and one local rotation: good for small blocks.
/// Source: Bruck et al., IEEE TPDS 1997.
#include "optimized/algorithm/support/allgather.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  allgather_bruck(shape, 2, rank, schedule);
}

}  // namespace tutti

ALGORITHM(allgatherv, bruck){tutti::always, tutti::build, tutti::allgather_cost_of_doubling};
