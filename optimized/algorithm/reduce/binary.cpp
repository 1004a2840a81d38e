/// Binary tree reduce: segments of the message are combined up a complete binary tree.
/// Up to 2 log2 p rounds for the first of s segments and 2(s-1) for the others, n(p-1) units in
/// all: good for middle sizes, where a pipeline takes too many rounds and the root of a binomial
/// tree receives too often.
/// Source: Open MPI, coll/tuned (binary).
#include "optimized/algorithm/support/binary.hpp"

#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/rotation.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const Rotation rotation{shape.ranks, shape.root};
  const Segments segments(shape, parameters);
  const BinaryNode node{rotation.relative(rank)};
  const bool is_leaf = node.left() >= shape.ranks;
  const bool sends_contribution = is_leaf && node.index > 0;
  const Region message = input({0, shape.count});
  const Region total =
      node.index == 0 ? output({0, shape.count}) : schedule.scratch(is_leaf ? 0 : shape.count);
  for (std::int64_t i = 0; i < segments.number(); ++i) {
    const Region own = message.part(segments[i]);
    const Region combined = sends_contribution ? own : total.part(segments[i]);
    if (!sends_contribution) schedule.copy(own, combined);
    for (const int child : {node.right(), node.left()})  // the right child is ready sooner
      if (child < shape.ranks)
        schedule.receive_combine(rotation.absolute(child), combined, Order::after);
    if (node.index > 0) schedule.send(rotation.absolute(node.parent()), combined);
  }
}

}  // namespace tutti

ALGORITHM(reduce, binary){
    tutti::if_commutative, tutti::build, tutti::segments_in_binary_tree_cost, {.segment = true}};
