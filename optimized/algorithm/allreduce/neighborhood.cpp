/// Reduce to rank 0 along the lines of a torus, then bcast back, each after a vote of each line.
/// Votes wait for no message, in either direction. 2(p-1) messages of n, and 2m ceil(log2 m) votes
/// on a line of m ranks.
/// Source: US patent 8,589,584 (pipelining protocols in misaligned buffer cases).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/lines.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  reduce_along_lines(shape, parameters, 0, rank, Voters::line, schedule, output({0, shape.count}));
  bcast_along_lines(shape, parameters, 0, rank, Voters::line, schedule);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const Cost one_way = along_lines_cost(shape, parameters, 0, Voters::line);
  return {
      .rounds = 2 * one_way.rounds, .messages = 2 * one_way.messages, .units = 2 * one_way.units};
}

}  // namespace tutti

ALGORITHM(allreduce, neighborhood){tutti::if_commutative,
                                   tutti::build,
                                   tutti::cost,
                                   {.segment = true, .radix = true, .torus = true},
                                   true};
