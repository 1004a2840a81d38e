/// Broadcast along the lines of a torus, after one vote of all ranks on how its messages travel.
/// The comparison for neighborhood: here a misaligned buffer affects the messages of all lines, and
/// a late rank delays all ranks. p-1 messages of n, and p ceil(log2 p) votes.
/// Source: US patent 8,589,584 (pipelining protocols in misaligned buffer cases).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/lines.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  if (rank == shape.root) schedule.copy(input({0, shape.count}), output({0, shape.count}));
  bcast_along_lines(shape, parameters, shape.root, rank, Voters::all_ranks, schedule);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  return along_lines_cost(shape, parameters, shape.root, Voters::all_ranks);
}

}  // namespace tutti

ALGORITHM(bcast, global_vote){tutti::always,
                              tutti::build,
                              tutti::cost,
                              {.segment = true, .radix = true, .torus = true},
                              true};
