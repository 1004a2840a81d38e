/// Flat reduce: the root takes the contributions one after the other, in the order of ranks.
/// p-1 rounds, p-1 messages of n: good for a few ranks; keeps the order of non-commutative
/// operations.
/// Source: MPI standard, the definition of MPI_Reduce.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Region contribution = input({0, shape.count});
  const Region total = output({0, shape.count});
  if (rank != shape.root) {
    schedule.send(shape.root, contribution);
    return;
  }
  const int last = shape.ranks - 1;
  if (rank == last)
    schedule.copy(contribution, total);
  else
    schedule.receive(last, total);
  for (int peer = last - 1; peer >= 0; --peer) {
    if (peer == rank)
      schedule.combine(contribution, total, Order::before);
    else
      schedule.receive_combine(peer, total, Order::before);
  }
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = p - 1, .messages = p - 1, .units = (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(reduce, flat){tutti::always, tutti::build, tutti::cost};
