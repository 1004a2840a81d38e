/// Linear allreduce: every rank sends its contribution to every other one and combines all.
/// p-1 rounds, p(p-1) messages of n, none of which waits for another, and p times the working
/// memory: good for small n on few ranks; keeps the order of ranks.
/// Source: MPI standard, the definition of MPI_Allreduce.
#include "optimized/algorithm/support/linear.hpp"

#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  reduce_linearly(schedule, shape.ranks, rank, [&](int) { return input({0, shape.count}); });
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = p - 1, .messages = p * (p - 1), .units = p * (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(allreduce, linear){tutti::always, tutti::build, tutti::cost};
