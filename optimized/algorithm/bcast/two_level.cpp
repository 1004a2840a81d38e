/// Two-level broadcast: between the nodes' leaders, then within each node.
/// Only the leaders' messages cross between nodes; segments of a long message are in both phases at once: good
/// where several ranks share a node's network.
/// Source: Karonis et al., IPDPS 2000 (multilevel topology-aware collectives).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/two_levels.hpp"

namespace tutti {

static constexpr TwoLevels::Usual usual{"binomial", "binomial"};

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const TwoLevels levels(shape, parameters, usual);
  const Segments segments(shape, parameters);
  for (std::int64_t i = 0; i < segments.number(); ++i) {
    const Range segment = segments[i];
    const Region message = output(segment);
    levels.between(schedule, rank, Collective::bcast, segment.length, input(segment), message);
    levels.within(schedule, rank, Collective::bcast, segment.length, message, message);
  }
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const TwoLevels levels(shape, parameters, usual);
  return cost_of_segments(Segments(shape, parameters), [&](std::int64_t units) {
    return in_turn({levels.cost_between(Collective::bcast, units),
                    levels.cost_within(Collective::bcast, units)});
  });
}

}  // namespace tutti

ALGORITHM(bcast, two_level){
    tutti::always,
    tutti::build,
    tutti::cost,
    {.segment = true, .within = tutti::Collective::bcast, .between = tutti::Collective::bcast}};
