/// Two-level reduce: reduce within each node, then between the nodes' leaders.
/// Only the leaders' messages cross between nodes; segments of a long message are in both phases at once: good
/// where several ranks share a node's network. An operation that is not commutative needs root 0.
/// Source: Karonis et al., IPDPS 2000 (multilevel topology-aware collectives).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/two_levels.hpp"

namespace tutti {

static constexpr TwoLevels::Usual usual{"binomial", "binomial"};

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const TwoLevels levels(shape, parameters, usual);
  const Segments segments(shape, parameters);
  const Region working = schedule.scratch(levels.leads(rank) ? shape.count : 0);
  for (std::int64_t i = 0; i < segments.number(); ++i) {
    const Range segment = segments[i];
    const Region total =
        levels.reduce_within(schedule, rank, input(segment), working.part(segment));
    levels.between(schedule, rank, Collective::reduce, segment.length, total, output(segment));
  }
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const TwoLevels levels(shape, parameters, usual);
  return cost_of_segments(Segments(shape, parameters), [&](std::int64_t units) {
    return in_turn({levels.cost_within(Collective::reduce, units),
                    levels.cost_between(Collective::reduce, units)});
  });
}

}  // namespace tutti

ALGORITHM(reduce, two_level){
    tutti::if_commutative_or_root_0,
    tutti::build,
    tutti::cost,
    {.segment = true, .within = tutti::Collective::reduce, .between = tutti::Collective::reduce}};
