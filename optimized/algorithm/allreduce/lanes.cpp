/// Allreduce in lanes: reduce-scatter within each node, an allreduce between the ranks at each position, allgather
/// within each node. All ranks of a node share the work between nodes, as many as the smallest node has; segments
/// of a long message are in all three phases at once: good for large n where one rank cannot fill the network.
/// Keeps the order of ranks.
/// Source: Träff & Hunold, CLUSTER 2020 (decomposing MPI collectives for exploiting multi-lane communication).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/two_levels.hpp"

namespace tutti {

static constexpr TwoLevels::Usual usual{"linear", "rabenseifner"};

/// Returns segments of which each lane has a part as long as the parameters say.
static Segments segments_of(const Shape& shape, Parameters parameters, const TwoLevels& levels) {
  parameters.segment *= levels.lanes();
  return Segments(shape, parameters);
}

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const TwoLevels levels(shape, parameters, usual);
  const Segments segments = segments_of(shape, parameters, levels);
  const int lane = levels.position(rank);
  for (std::int64_t i = 0; i < segments.number(); ++i) {
    const Range segment = segments[i];
    const Region result = output(segment);
    const Range own = lane < levels.lanes() ? part(segment.length, levels.lanes(), lane) : Range{};
    const Region total = schedule.scratch(own.length);
    levels.within(schedule, rank, Collective::reduce_scatter, segment.length, input(segment),
                  total);
    levels.between_in_lane(schedule, rank, Collective::allreduce, own.length, total,
                           result.part(own));
    levels.within(schedule, rank, Collective::allgatherv, segment.length, result.part(own), result);
  }
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const TwoLevels levels(shape, parameters, usual);
  return cost_of_segments(segments_of(shape, parameters, levels), [&](std::int64_t units) {
    return in_turn({levels.cost_within(Collective::reduce_scatter, units),
                    levels.cost_between_in_lanes(Collective::allreduce, units),
                    levels.cost_within(Collective::allgatherv, units)});
  });
}

}  // namespace tutti

ALGORITHM(allreduce, lanes){tutti::always,
                            tutti::build,
                            tutti::cost,
                            {.segment = true,
                             .within = tutti::Collective::allgatherv,
                             .between = tutti::Collective::allreduce}};
