/// Flat reduce: the root receives and combines all contributions, in the order of ranks.
/// p-1 rounds, p-1 messages of n: good for few ranks; keeps the order of ranks.
/// Source: MPI standard, the definition of MPI_Reduce.
#include "optimized/algorithm/support/flat.hpp"

#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Rotation rotation{shape.ranks, shape.root};
  flat_reduce(schedule, rotation, rank, input({0, shape.count}), output({0, shape.count}));
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = p - 1, .messages = p - 1, .units = (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(reduce, flat){tutti::always, tutti::build, tutti::cost};
