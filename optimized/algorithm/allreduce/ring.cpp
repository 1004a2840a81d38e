/// Ring allreduce: reduce-scatter, then allgather, around a ring.
/// 2(p-1) rounds, 2n(p-1)/p units per rank: bandwidth-optimal for large n.
/// Source: Patarasuk & Yuan, JPDC 2009.
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static bool applicable(const Shape& shape) { return shape.op.commutative; }

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const int p = shape.ranks;
  const int next = (rank + 1) % p;
  const int previous = (rank - 1 + p) % p;
  const auto block = [&](int index) { return output(part(shape.count, p, (index + 2 * p) % p)); };

  schedule.copy(input({0, shape.count}), output({0, shape.count}));
  for (int round = 0; round < p - 1; ++round) {
    schedule.send(next, block(rank - round));
    schedule.receive_combine(previous, block(rank - round - 1), Order::before);
  }
  for (int round = 0; round < p - 1; ++round) {
    schedule.send(next, block(rank - round + 1));
    schedule.receive(previous, block(rank - round));
  }
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = 2 * (p - 1), .messages = 2 * p * (p - 1), .units = 2 * (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(allreduce, ring){tutti::applicable, tutti::build, tutti::cost};
