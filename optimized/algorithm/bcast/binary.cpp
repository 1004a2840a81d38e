/// Binary tree broadcast: segments of the message flow down a complete binary tree.
/// Up to 2 log2 p rounds for the first of s segments and 2(s-1) for the others, n(p-1) units in
/// all: good for middle sizes, where a pipeline takes too many rounds and the root of a binomial
/// tree sends too often.
/// Source: CollGM, section 3.4.
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
  if (node.index == 0) schedule.copy(input({0, shape.count}), output({0, shape.count}));
  for (std::int64_t i = 0; i < segments.number(); ++i) {
    if (node.index > 0) schedule.receive(rotation.absolute(node.parent()), output(segments[i]));
    for (const int child : {node.left(), node.right()})
      if (child < shape.ranks) schedule.send(rotation.absolute(child), output(segments[i]));
  }
}

}  // namespace tutti

ALGORITHM(bcast, binary){
    tutti::always, tutti::build, tutti::segments_in_binary_tree_cost, {.segment = true}};
