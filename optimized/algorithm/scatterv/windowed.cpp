/// Windowed scatterv: like the linear one, but the root has a bounded number of blocks under way.
/// p-1 rounds, p-1 blocks, each sent once: good where many large sends at once exhaust the network.
/// Source: Open MPI, coll/tuned (linear with a limit on requests).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/rooted_blocks.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  scatter_in_windows(shape, parameters.window, rank, schedule);
}

}  // namespace tutti

ALGORITHM(scatterv, windowed){
    tutti::always, tutti::build, tutti::rooted_blocks_cost, {.window = true}};
