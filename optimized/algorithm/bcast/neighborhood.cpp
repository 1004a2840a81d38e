/// Broadcast along the lines of a torus, after a vote of each line on how its messages travel.
/// Votes wait for no message: a misaligned buffer affects its own line only, a late rank delays its
/// line and the lines downstream. p-1 messages of n, and m ceil(log2 m) votes on a line of m ranks.
/// Source: US patent 8,589,584 (pipelining protocols in misaligned buffer cases).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/lines.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  if (rank == shape.root) schedule.copy(input({0, shape.count}), output({0, shape.count}));
  bcast_along_lines(shape, parameters, shape.root, rank, Voters::line, schedule);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  return along_lines_cost(shape, parameters, shape.root, Voters::line);
}

}  // namespace tutti

ALGORITHM(bcast, neighborhood){tutti::always, tutti::build,
                               tutti::cost,   {.segment = true, .radix = true, .torus = true},
                               true,          tutti::bcast_waits};
