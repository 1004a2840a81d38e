/// Two-level allreduce: reduce within each node, allreduce between the nodes' leaders, bcast within each node.
/// Only the leaders' messages cross between nodes; segments of a long message are in all three phases at once:
/// good where several ranks share a node's network. Keeps the order of ranks.
/// Source: Karonis et al., IPDPS 2000 (multilevel topology-aware collectives).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/two_levels.hpp"

namespace tutti {

static constexpr TwoLevels::Usual usual{"binomial", "recursive_doubling"};

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const TwoLevels levels(shape, parameters, usual);
  const Segments segments(shape, parameters);
  const Region working = schedule.scratch(levels.leads(rank) ? shape.count : 0);
  for (std::int64_t i = 0; i < segments.number(); ++i) {
    const Range segment = segments[i];
    const Region result = output(segment);
    const Region total =
        levels.reduce_within(schedule, rank, input(segment), working.part(segment));
    levels.between(schedule, rank, Collective::allreduce, segment.length, total, result);
    levels.within(schedule, rank, Collective::bcast, segment.length, result, result);
  }
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const TwoLevels levels(shape, parameters, usual);
  return cost_of_segments(Segments(shape, parameters), [&](std::int64_t units) {
    return in_turn({levels.cost_within(Collective::reduce, units),
                    levels.cost_between(Collective::allreduce, units),
                    levels.cost_within(Collective::bcast, units)});
  });
}

}  // namespace tutti

ALGORITHM(allreduce, two_level){
    tutti::always,
    tutti::build,
    tutti::cost,
    {.segment = true, .within = tutti::Collective::bcast, .between = tutti::Collective::allreduce}};
