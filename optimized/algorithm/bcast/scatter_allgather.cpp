/// Scatter-allgather broadcast: a binomial scatter of p blocks, then a ring allgather.
/// ceil(log2 p) + p-1 rounds, about 2n units per rank: good for large n.
/// Source: Barnett et al. 1994; Thakur, Rabenseifner & Gropp, IJHPCA 2005.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/knomial.hpp"
#include "optimized/algorithm/support/ring.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Knomial tree(shape.ranks, shape.root, rank);
  const Blocks blocks(shape.count, shape.ranks);
  const Region subtree = output(blocks.run(tree.relative(), tree.end()));
  if (tree.is_root())
    schedule.copy(input({0, shape.count}), subtree);
  else
    schedule.receive(tree.parent(), subtree);
  knomial_scatter_down(schedule, tree, blocks, subtree);
  ring_allgather(schedule, Ring{shape.ranks, rank}, tree.relative(),
                 [&](int block) { return output(blocks[block]); });
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  const std::int64_t scattered =
      shape.count / p * nonzero_digits_below(p) + nonzero_digits_below(shape.count % p);
  return {.rounds = p == 1 ? 0 : ceil_log2(p) + p - 1,
          .messages = (p - 1) + p * (p - 1),
          .units = scattered + (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(bcast, scatter_allgather){tutti::always, tutti::build, tutti::cost};
