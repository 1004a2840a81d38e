/// Reduction along the lines of a torus, whose ranks vote on how its messages travel.
/// From the last dimension to the first; nobody waits for any message to vote.
/// p-1 messages of n, and on a line of m ranks m ceil(log2 m) votes.
/// Source: US patent 8,589,584 (pipelining protocols in misaligned buffer cases).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/lines.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const Region total =
      rank == shape.root ? output({0, shape.count}) : schedule.scratch(shape.count);
  reduce_along_lines(shape, parameters, shape.root, rank, Electorate::line, schedule, total);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  return along_lines_cost(shape, parameters, shape.root, Electorate::line);
}

}  // namespace tutti

ALGORITHM(reduce, neighborhood){tutti::if_commutative,
                                tutti::build,
                                tutti::cost,
                                {.segment = true, .radix = true, .torus = true},
                                true,
                                tutti::reduce_waits};
