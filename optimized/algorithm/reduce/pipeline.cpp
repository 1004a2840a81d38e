/// Pipeline reduce: segments are combined from rank to rank along a chain that ends at the root.
/// p-2+s rounds for s segments, n(p-1) units in all: bandwidth-optimal where n is large compared
/// with p. If the operation is not commutative and the root is not at an end, two chains lead to
/// the root, one from either side: both are shorter, but the root receives twice as many segments.
/// Source: Open MPI, coll/tuned (pipeline).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/rotation.hpp"
#include "optimized/algorithm/support/segments.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// Returns the number of ranks in the chain whose contributions follow that of the root; the others
/// form a chain whose contributions precede it.
static int ranks_behind(const Shape& shape) {
  return shape.ranks - 1 - (shape.op.commutative ? 0 : shape.root);
}

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const Rotation rotation{shape.ranks, shape.root};
  const Segments segments(shape, parameters);
  const int behind = ranks_behind(shape);
  const int before = shape.ranks - 1 - behind;
  const int place = rotation.relative(rank);
  const Region message = input({0, shape.count});

  if (place == 0) {
    for (std::int64_t i = 0; i < segments.number(); ++i) {
      const Region own = message.part(segments[i]);
      const Region total = output(segments[i]);
      if (behind > 0) {
        schedule.receive(rotation.absolute(1), total);
        schedule.combine(own, total, Order::before);
      } else {
        schedule.copy(own, total);
      }
      if (before > 0)
        schedule.receive_combine(rotation.absolute(shape.ranks - 1), total, Order::before);
    }
    return;
  }

  const bool is_behind = place <= behind;
  const bool begins = place == behind || place == behind + 1;
  const int towards_root = is_behind ? -1 : 1;
  const Region total = begins ? message : schedule.scratch(shape.count);
  for (std::int64_t i = 0; i < segments.number(); ++i) {
    const Region segment = total.part(segments[i]);
    if (!begins) {
      schedule.receive(rotation.absolute(place - towards_root), segment);
      schedule.combine(message.part(segments[i]), segment,
                       is_behind ? Order::before : Order::after);
    }
    schedule.send(rotation.absolute(place + towards_root), segment);
  }
}

/// Returns the number of rounds. With two chains the root receives their segments alternately.
static std::int64_t rounds(std::int64_t behind, std::int64_t before, std::int64_t segments) {
  if (behind == 0 && before == 0) return 0;
  if (behind == 0 || before == 0) return behind + before + segments - 1;
  return std::max(behind + 2 * segments - 1, before + 2 * segments - 2);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const std::int64_t p = shape.ranks;
  const auto segments = Segments(shape, parameters).number();
  const std::int64_t behind = ranks_behind(shape);
  return {.rounds = rounds(behind, p - 1 - behind, segments),
          .messages = (p - 1) * segments,
          .units = (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(reduce, pipeline){tutti::always, tutti::build, tutti::cost, {.segment = true}};
