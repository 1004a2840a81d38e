/// Flat broadcast: the root sends to every rank.
/// p-1 rounds, p-1 messages of n, all sent by the root: good for few ranks, none of which waits for
/// another than the root.
/// Source: CollGM, section 3.4.
#include "optimized/algorithm/support/flat.hpp"

#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Rotation rotation{shape.ranks, shape.root};
  const Region source = input({0, shape.count});
  const Region message = output({0, shape.count});
  if (rank == shape.root) schedule.copy(source, message);
  flat_bcast(schedule, rotation, rank, source, message);
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = p - 1, .messages = p - 1, .units = (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(bcast, flat){tutti::always, tutti::build, tutti::cost};
