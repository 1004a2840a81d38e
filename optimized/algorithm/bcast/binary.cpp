/// Binary tree broadcast: segments of the message flow down a complete binary tree.
/// 2(s-1) rounds for s segments behind the first, which takes up to 2 log2 p; n(p-1) units in all:
/// good for middle sizes, where a pipeline is too long and a binomial root too busy.
/// Source: CollGM, section 3.4.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/logarithm.hpp"
#include "optimized/algorithm/support/rotation.hpp"
#include "optimized/algorithm/support/segments.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const Rotation rotation{shape.ranks, shape.root};
  const Segments segments(shape, parameters);
  const int node = rotation.relative(rank);
  if (node == 0) schedule.copy(input({0, shape.count}), output({0, shape.count}));
  for (std::int64_t i = 0; i < segments.number(); ++i) {
    if (node > 0) schedule.receive(rotation.absolute((node - 1) / 2), output(segments[i]));
    for (const int child : {2 * node + 1, 2 * node + 2})
      if (child < shape.ranks) schedule.send(rotation.absolute(child), output(segments[i]));
  }
}

/// Rounds until one segment is everywhere, p >= 2: a hop to a left child takes one, to a right
/// child two. The slowest node is the rightmost of the last full level, or one behind it.
static std::int64_t rounds_of_one_segment(int ranks) {
  const int depth = floor_log2(ranks);
  const int last_in_lowest_level = ranks - (1 << depth);
  return std::max(2 * (depth - 1), depth + floor_log2(last_in_lowest_level + 1));
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const std::int64_t p = shape.ranks;
  const auto segments = Segments(shape, parameters).number();
  const std::int64_t period = p > 2 ? 2 : 1;
  return {.rounds = p == 1 ? 0 : period * (segments - 1) + rounds_of_one_segment(shape.ranks),
          .messages = (p - 1) * segments,
          .units = (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(bcast, binary){tutti::always, tutti::build, tutti::cost, {.segment = true}};
