/// Windowed linear alltoall: every rank has a bounded number of blocks under way.
/// p-1 rounds, p(p-1) blocks, each sent once: between linear and pairwise.
/// Source: Open MPI, coll/tuned (linear with synchronization).
#include "optimized/algorithm/support/alltoall.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  alltoall_in_windows(shape, parameters.window, rank, schedule);
}

}  // namespace tutti

ALGORITHM(alltoall, windowed){
    tutti::always, tutti::build, tutti::alltoall_direct_cost, {.window = true}};
