/// Reduce-broadcast allreduce: a reduce up a binomial tree to rank 0, then a bcast down the tree.
/// 2 ceil(log2 p) rounds, but only 2(p-1) messages of n: good where messages are expensive; keeps
/// the order of ranks.
/// Source: Pipelining protocols in misaligned buffer cases (allreduce as reduce, then bcast).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/knomial.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Knomial tree(shape.ranks, 0, rank);
  const Region total = output({0, shape.count});
  knomial_reduce(schedule, tree, input({0, shape.count}), total);
  knomial_bcast(schedule, tree, total);
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = 2 * ceil_log2(p), .messages = 2 * (p - 1), .units = 2 * (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(allreduce, reduce_bcast){tutti::always, tutti::build, tutti::cost};
