/// Flat allreduce: rank 0 combines all contributions, in the order of ranks, and sends the result.
/// 2(p-1) rounds, 2(p-1) messages of n, but each rank waits only once: good for small n where there
/// are more ranks than cores; keeps the order of ranks.
/// Source: MPI standard, the definition of MPI_Allreduce (reduce, then bcast).
#include "optimized/algorithm/support/flat.hpp"

#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Rotation rotation{shape.ranks, 0};
  const Region total = output({0, shape.count});
  flat_reduce(schedule, rotation, rank, input({0, shape.count}), total);
  flat_bcast(schedule, rotation, rank, total, total);
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t messages = 2 * (shape.ranks - 1);
  return {.rounds = messages, .messages = messages, .units = messages * shape.count};
}

}  // namespace tutti

ALGORITHM(allreduce, flat){tutti::always, tutti::build, tutti::cost};
