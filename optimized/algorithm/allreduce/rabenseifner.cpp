/// Rabenseifner's allreduce: a reduce-scatter by halving, then an allgather by doubling.
/// 2 log2 p rounds, 2n(p-1)/p units per rank (2 rounds and 2n more where p is not a power of two):
/// good for large n on fewer ranks than a ring needs; keeps the order of ranks.
/// Source: Rabenseifner, ICCS 2004; Thakur, Rabenseifner & Gropp, IJHPCA 2005.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/halving.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Fold fold(shape.ranks);
  const Region total = output({0, shape.count});
  if (fold.fold(schedule, rank, input({0, shape.count}), total)) {
    const Halving halving(fold, rank, shape.count);
    halving.reduce_scatter(schedule, total);
    for (int dimension = fold.dimensions() - 1; dimension >= 0; --dimension) {
      schedule.send(halving.partner(dimension), total.part(halving.kept(dimension)));
      schedule.receive(halving.partner(dimension), total.part(halving.given(dimension)));
    }
  }
  fold.unfold(schedule, rank, total);
}

static Cost cost(const Shape& shape, const Parameters&) {
  const Fold fold(shape.ranks);
  const std::int64_t members = fold.members();
  return {.rounds = 2 * fold.dimensions() + (fold.pairs() > 0 ? 2 : 0),
          .messages = 2 * fold.pairs() + 2 * members * fold.dimensions(),
          .units = 2 * (fold.pairs() + members - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(allreduce, rabenseifner){tutti::always, tutti::build, tutti::cost};
