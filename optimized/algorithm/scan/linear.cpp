/// Linear scan: every rank combines the prefix of the previous rank with its own contribution.
/// p-1 rounds, p-1 messages of n.
/// Source: MPI standard, the definition of MPI_Scan.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Region prefix = output({0, shape.count});
  schedule.copy(input({0, shape.count}), prefix);
  if (rank > 0) schedule.receive_combine(rank - 1, prefix, Order::before);
  if (rank + 1 < shape.ranks) schedule.send(rank + 1, prefix);
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = p - 1, .messages = p - 1, .units = (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(scan, linear){tutti::always, tutti::build, tutti::cost};
