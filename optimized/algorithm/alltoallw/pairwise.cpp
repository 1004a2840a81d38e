/// Pairwise alltoallw: one partner after the other, at the same distance for all ranks.
/// p-1 rounds, p(p-1) blocks, each sent once, one message per receiver at a time: good for large
/// blocks.
/// Source: Thakur, Rabenseifner & Gropp, IJHPCA 2005.
#include "optimized/algorithm/support/alltoall.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  alltoall_in_windows(shape, 1, rank, schedule);
}

}  // namespace tutti

ALGORITHM(alltoallw, pairwise){tutti::always, tutti::build, tutti::alltoall_direct_cost};
