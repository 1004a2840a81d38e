/// Chain broadcast: segments of the message follow each other from rank to rank.
/// p-2+s rounds for s segments, n(p-1) units in all: bandwidth-optimal for n that is large against
/// p.
/// Source: CollGM, section 3.4 (pipeline).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/rotation.hpp"
#include "optimized/algorithm/support/segments.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const Rotation rotation{shape.ranks, shape.root};
  const Segments segments(shape, parameters);
  const int place = rotation.relative(rank);
  if (place == 0) schedule.copy(input({0, shape.count}), output({0, shape.count}));
  for (std::int64_t i = 0; i < segments.number(); ++i) {
    if (place > 0) schedule.receive(rotation.absolute(place - 1), output(segments[i]));
    if (place + 1 < shape.ranks) schedule.send(rotation.absolute(place + 1), output(segments[i]));
  }
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const std::int64_t p = shape.ranks;
  const auto segments = Segments(shape, parameters).number();
  return {.rounds = p == 1 ? 0 : p - 2 + segments,
          .messages = (p - 1) * segments,
          .units = (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(bcast, chain){tutti::always, tutti::build, tutti::cost, {.segment = true}};
