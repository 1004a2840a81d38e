/// Ring allreduce: reduce-scatter, then allgather, around a ring.
/// 2(p-1) rounds, 2n(p-1)/p units per rank: bandwidth-optimal for large n.
/// Source: Patarasuk & Yuan, JPDC 2009.
#include "optimized/algorithm/support/ring.hpp"

#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  allreduce_ring(shape, 1, rank, schedule);
}

static Cost cost(const Shape& shape, const Parameters&) { return allreduce_ring_cost(shape, 1); }

}  // namespace tutti

ALGORITHM(allreduce, ring){tutti::if_commutative, tutti::build, tutti::cost};
