/// Ring allreduce: reduce-scatter, then allgather, around a ring.
/// 2(p-1) rounds, 2n(p-1)/p units per rank: bandwidth-optimal for large n.
/// Source: Patarasuk & Yuan, JPDC 2009.
#include "optimized/algorithm/support/ring.hpp"

#include "optimized/algorithm/support/blocks.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Ring ring{shape.ranks, rank};
  const Blocks blocks(shape.count, shape.ranks);
  const auto block = [&](int index) { return output(blocks[index]); };
  schedule.copy(input({0, shape.count}), output({0, shape.count}));
  ring_reduce_scatter(schedule, ring, rank, block);
  ring_allgather(schedule, ring, ring.next(), block);
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = 2 * (p - 1), .messages = 2 * p * (p - 1), .units = 2 * (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(allreduce, ring){tutti::if_commutative, tutti::build, tutti::cost};
