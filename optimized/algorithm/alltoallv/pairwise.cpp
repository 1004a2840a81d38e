/// Pairwise alltoallv: one partner after the other, the same distance away for all ranks.
/// p-1 rounds, p(p-1) blocks, each sent once, no receiver overrun: good for large blocks.
/// Source: Thakur, Rabenseifner & Gropp, IJHPCA 2005.
#include "optimized/algorithm/support/alltoall.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  alltoall_in_windows(shape, 1, rank, schedule);
}

}  // namespace tutti

ALGORITHM(alltoallv, pairwise){tutti::always, tutti::build, tutti::alltoall_direct_cost};
