/// Recursive-doubling barrier: neighbours on a hypercube signal each other, dimension by dimension.
/// log2 p rounds of p messages without data; 2 rounds more where p is not a power of two. As good
/// as dissemination on powers of two. Two ranks exchange messages: good for full-duplex links.
/// Source: Thakur, Rabenseifner & Gropp, IJHPCA 2005; CollGM, section 3.4.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/fold.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Fold fold(shape.ranks);
  if (!fold.fold(schedule, rank, {}, {})) return fold.unfold(schedule, rank, {});
  schedule.fence();
  for (int dimension = 0; dimension < fold.dimensions(); ++dimension) {
    const int partner = fold.rank(fold.index(rank) ^ (1 << dimension));
    schedule.signal(partner);
    schedule.await(partner);
    schedule.fence();
  }
  fold.unfold(schedule, rank, {});
}

static Cost cost(const Shape& shape, const Parameters&) {
  const Fold fold(shape.ranks);
  return {.rounds = fold.dimensions() + (fold.pairs() > 0 ? 2 : 0),
          .messages = 2 * fold.pairs() + fold.members() * fold.dimensions(),
          .units = 0};
}

}  // namespace tutti

ALGORITHM(barrier, recursive_doubling){tutti::always, tutti::build, tutti::cost};
