/// Linear exclusive scan: every rank adds its input to the prefix that it receives and sends it on.
/// p-1 rounds, p-1 messages of n.
/// Source: MPI standard, the definition of MPI_Exscan.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Region own = input({0, shape.count});
  const Region prefix = output({0, shape.count});
  const bool last = rank + 1 == shape.ranks;
  if (rank > 0) schedule.receive(rank - 1, prefix);
  if (last) return;
  if (rank == 0) {
    schedule.send(rank + 1, own);
    return;
  }
  const Region passed_on = schedule.scratch(shape.count);
  schedule.copy(own, passed_on);
  schedule.combine(prefix, passed_on, Order::before);
  schedule.send(rank + 1, passed_on);
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = p - 1, .messages = p - 1, .units = (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(exscan, linear){tutti::always, tutti::build, tutti::cost};
