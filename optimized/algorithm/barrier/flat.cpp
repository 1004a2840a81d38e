/// Flat barrier: all ranks signal rank 0, which then signals all.
/// 2(p-1) rounds, 2(p-1) messages, but each rank waits only once: good for more ranks than cores,
/// where each wait of a rank costs a turn of the scheduler.
/// Source: MPI standard, the definition of MPI_Barrier.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  if (rank > 0) {
    schedule.signal(0);
    schedule.await(0);
    return;
  }
  for (int peer = 1; peer < shape.ranks; ++peer) schedule.await(peer);
  schedule.fence();
  for (int peer = 1; peer < shape.ranks; ++peer) schedule.signal(peer);
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t messages = 2 * (shape.ranks - 1);
  return {.rounds = messages, .messages = messages, .units = 0};
}

}  // namespace tutti

ALGORITHM(barrier, flat){tutti::always, tutti::build, tutti::cost};
