/// Linear gatherv with synchronization: the root signals a bounded number of senders at a time.
/// p rounds (2(p-1) with a window of one), 2(p-1) messages: the root is not flooded with blocks.
/// Source: Open MPI, coll/tuned (linear with synchronization).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/rotation.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const Rotation rotation{shape.ranks, shape.root};
  if (rank != shape.root) {
    schedule.await(shape.root);
    schedule.fence();
    schedule.send(shape.root, input({0, shape.count}));
    return;
  }
  schedule.copy(input({0, shape.count}), output(shape.block(rank)));
  std::vector<ScheduleBuilder::StepId> arrivals;
  for (int i = 1; i < shape.ranks; ++i) {
    const int sender = rotation.absolute(i);
    if (i > parameters.window)
      schedule.after(arrivals[arrivals.size() - static_cast<std::size_t>(parameters.window)]);
    schedule.signal(sender);
    arrivals.push_back(schedule.receive(sender, output(shape.block(sender))));
  }
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const std::int64_t p = shape.ranks;
  const std::int64_t one_at_a_time = 2 * (p - 1);
  return {.rounds = p == 1                   ? 0
                    : parameters.window == 1 ? one_at_a_time
                                             : p,
          .messages = 2 * (p - 1),
          .units = (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(gatherv, linear_sync){tutti::always, tutti::build, tutti::cost, {.window = true}};
