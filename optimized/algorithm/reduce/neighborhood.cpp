/// Reduction along the lines of a torus, after a vote of each line on how its messages travel.
/// From the last dimension to the first; votes wait for no message. p-1 messages of n, and m
/// ceil(log2 m) votes on a line of m ranks.
/// Source: US patent 8,589,584 (pipelining protocols in misaligned buffer cases).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/lines.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const Region total =
      rank == shape.root ? output({0, shape.count}) : schedule.scratch(shape.count);
  reduce_along_lines(shape, parameters, shape.root, rank, Voters::line, schedule, total);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  return along_lines_cost(shape, parameters, shape.root, Voters::line);
}

}  // namespace tutti

ALGORITHM(reduce, neighborhood){tutti::if_commutative,
                                tutti::build,
                                tutti::cost,
                                {.segment = true, .radix = true, .torus = true},
                                true,
                                tutti::reduce_waits};
