/// Recursive-doubling allreduce: neighbours on a hypercube exchange and combine what they have.
/// log2 p rounds of n units per rank (2 rounds more where p is not a power of two): latency-optimal
/// for small n; keeps the order of ranks.
/// Source: Thakur, Rabenseifner & Gropp, IJHPCA 2005.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/fold.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Fold fold(shape.ranks);
  const Region total = output({0, shape.count});
  if (fold.fold(schedule, rank, input({0, shape.count}), total)) {
    const Region arrived = schedule.scratch(fold.dimensions() > 0 ? shape.count : 0);
    for (int dimension = 0; dimension < fold.dimensions(); ++dimension) {
      const int partner = fold.rank(fold.index(rank) ^ (1 << dimension));
      schedule.send(partner, total);
      schedule.receive(partner, arrived);
      schedule.combine(arrived, total, Fold::side(partner, rank));
    }
  }
  fold.unfold(schedule, rank, total);
}

static Cost cost(const Shape& shape, const Parameters&) {
  const Fold fold(shape.ranks);
  const std::int64_t messages = 2 * fold.pairs() + fold.members() * fold.dimensions();
  return {.rounds = fold.dimensions() + (fold.pairs() > 0 ? 2 : 0),
          .messages = messages,
          .units = messages * shape.count};
}

}  // namespace tutti

ALGORITHM(allreduce, recursive_doubling){tutti::always, tutti::build, tutti::cost};
