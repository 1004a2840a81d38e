/// Reduction along the lines of a torus, after one vote of all ranks on how its messages travel.
/// The comparison for neighborhood. p-1 messages of n, and p ceil(log2 p) votes.
/// Source: US patent 8,589,584 (pipelining protocols in misaligned buffer cases).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/lines.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const Region total =
      rank == shape.root ? output({0, shape.count}) : schedule.scratch(shape.count);
  reduce_along_lines(shape, parameters, shape.root, rank, Voters::all_ranks, schedule, total);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  return along_lines_cost(shape, parameters, shape.root, Voters::all_ranks);
}

}  // namespace tutti

ALGORITHM(reduce, global_vote){tutti::if_commutative,
                               tutti::build,
                               tutti::cost,
                               {.segment = true, .radix = true, .torus = true},
                               true};
