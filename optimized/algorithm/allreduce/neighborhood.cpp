/// Reduction to rank 0 along the lines of a torus, and broadcast back, with votes on each line.
/// Nobody waits for any message to vote on how messages travel, in either direction.
/// 2(p-1) messages of n, and on a line of m ranks 2m ceil(log2 m) votes.
/// Source: US patent 8,589,584 (pipelining protocols in misaligned buffer cases).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/lines.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  reduce_along_lines(shape, parameters, 0, rank, Electorate::line, schedule,
                     output({0, shape.count}));
  bcast_along_lines(shape, parameters, 0, rank, Electorate::line, schedule);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const Cost one_way = along_lines_cost(shape, parameters, 0, Electorate::line);
  return {
      .rounds = 2 * one_way.rounds, .messages = 2 * one_way.messages, .units = 2 * one_way.units};
}

}  // namespace tutti

ALGORITHM(allreduce, neighborhood){tutti::if_commutative,
                                   tutti::build,
                                   tutti::cost,
                                   {.segment = true, .radix = true, .torus = true},
                                   true};
