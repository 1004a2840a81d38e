/// Linear alltoallw: every rank sends all its blocks at once.
/// p-1 rounds, p(p-1) blocks, each sent once: good for few ranks.
/// Source: MPI standard, the definition of MPI_Alltoallw.
#include "optimized/algorithm/support/alltoall.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  alltoall_in_windows(shape, shape.ranks, rank, schedule);
}

}  // namespace tutti

ALGORITHM(alltoallw, linear){tutti::always, tutti::build, tutti::alltoall_direct_cost};
