/// Rabenseifner's reduce: a reduce-scatter by halving, then a binomial gather to the root.
/// 2 log2 p rounds, about 2n units per rank (1 round and n more where p is not a power of two):
/// good for large n; halving begins with neighbours, so the order of ranks is kept.
/// Source: Rabenseifner, ICCS 2004; Thakur, Rabenseifner & Gropp, IJHPCA 2005.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/halving.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Fold fold(shape.ranks, shape.root);
  const bool member = fold.member(rank);
  const Region total =
      rank == shape.root ? output({0, shape.count}) : schedule.scratch(member ? shape.count : 0);
  if (!fold.fold(schedule, rank, input({0, shape.count}), total)) return;

  const Halving halving(fold, rank, shape.count);
  halving.reduce_scatter(schedule, total);
  const int apart = fold.index(rank) ^ fold.index(shape.root);
  for (int dimension = fold.dimensions() - 1; dimension >= 0; --dimension) {
    if (apart >> dimension & 1) {
      schedule.send(halving.partner(dimension), total.part(halving.kept(dimension)));
      return;
    }
    schedule.receive(halving.partner(dimension), total.part(halving.given(dimension)));
  }
}

/// Returns the units that are still to be gathered: after the given number of halvings, the halves
/// of all parts that the root does not hold.
static std::int64_t units_to_gather(std::int64_t count, int dimension, bool root_has_upper) {
  const std::int64_t parts = std::int64_t{1} << dimension;
  const std::int64_t shorter = count / parts;
  const std::int64_t longer_parts = count % parts;
  const int rounded_up = root_has_upper ? 1 : 0;  // the lower half is the longer one
  return longer_parts * ((shorter + 1 + rounded_up) / 2) +
         (parts - longer_parts) * ((shorter + rounded_up) / 2);
}

static Cost cost(const Shape& shape, const Parameters&) {
  const Fold fold(shape.ranks, shape.root);
  const std::int64_t members = fold.members();
  std::int64_t gathered = 0;
  for (int dimension = 0; dimension < fold.dimensions(); ++dimension)
    gathered += units_to_gather(shape.count, dimension, fold.index(shape.root) >> dimension & 1);
  return {.rounds = 2 * fold.dimensions() + (fold.pairs() > 0 ? 1 : 0),
          .messages = fold.pairs() + members * fold.dimensions() + members - 1,
          .units = (fold.pairs() + members - 1) * shape.count + gathered};
}

}  // namespace tutti

ALGORITHM(reduce, rabenseifner){tutti::always, tutti::build, tutti::cost};
