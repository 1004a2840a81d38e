/// Segmented ring allreduce: each block goes around the ring in segments that follow each other.
/// 2n(p-1)/p units per rank in (s+1)(p-1) rounds for s segments per block. A segment is combined
/// while the next is under way: good for blocks that are large compared with the cache.
/// Source: Open MPI, coll/tuned (segmented ring).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/ring.hpp"
#include "optimized/algorithm/support/segments.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// Returns the number of segments per block, the same for all blocks, so that no rank waits for a
/// segment that another block lacks.
static int segments(const Shape& shape, const Parameters& parameters) {
  const Range longest = part(shape.count, shape.ranks, 0);
  return static_cast<int>(Segments(shape, parameters, longest).number());
}

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  allreduce_ring(shape, segments(shape, parameters), rank, schedule);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  return allreduce_ring_cost(shape, segments(shape, parameters));
}

}  // namespace tutti

ALGORITHM(allreduce, segmented_ring){
    tutti::if_commutative, tutti::build, tutti::cost, {.segment = true}};
