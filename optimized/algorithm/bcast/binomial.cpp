/// Binomial tree broadcast: the set of ranks that hold the message doubles in every round.
/// ceil(log2 p) rounds, p-1 messages of n: latency-optimal for small n.
/// Source: CollGM, section 3.4.
#include "optimized/algorithm/support/binomial.hpp"

#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Binomial tree(shape.ranks, shape.root, rank);
  const Region message = output({0, shape.count});
  if (tree.is_root()) schedule.copy(input({0, shape.count}), message);
  binomial_bcast(schedule, tree, message);
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = ceil_log2(p), .messages = p - 1, .units = (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(bcast, binomial){tutti::always, tutti::build, tutti::cost};
