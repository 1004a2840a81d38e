/// Two-level allgather: gather within each node, allgatherv between the nodes' leaders, bcast within each node.
/// Each block crosses between nodes once for each other node, in messages of all blocks of a node, and goes on in
/// segments as it arrives: good where several ranks share a node's network.
/// Source: Träff, EuroPVM/MPI 2006 (efficient allgather for regular SMP clusters).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/two_levels.hpp"

namespace tutti {

static constexpr TwoLevels::Usual usual{"binomial", "ring"};

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const TwoLevels levels(shape, parameters, usual);
  const std::int64_t all_units = shape.all_blocks();
  const Region all = levels.in_order() ? output({0, all_units}) : schedule.scratch(all_units);
  std::vector<Range> blocks;  // of the nodes
  for (int node = 0; node < levels.nodes(); ++node)
    blocks.push_back({blocks.empty() ? 0 : blocks.back().end(),
                      std::ssize(levels.ranks_of(node)) * shape.count});
  const Region of_node = all.part(blocks[static_cast<std::size_t>(levels.node_of(rank))]);

  levels.within(schedule, rank, Collective::gather, shape.count, input({0, shape.count}), of_node);
  levels.between(schedule, rank, Collective::allgatherv, shape.count, of_node, all);
  const Segments segments(shape, parameters, {0, all_units});
  for (std::int64_t i = 0; i < segments.number(); ++i) {
    const Region segment = all.part(segments[i]);
    levels.within(schedule, rank, Collective::bcast, segment.range.length, segment, segment);
  }
  if (levels.in_order()) return;
  for (int source = 0; source < shape.ranks; ++source) {
    const Range& block = blocks[static_cast<std::size_t>(levels.node_of(source))];
    const std::int64_t offset = block.offset + levels.position(source) * shape.count;
    schedule.copy(all.part({offset, shape.count}), output(shape.block(source)));
  }
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const TwoLevels levels(shape, parameters, usual);
  const Segments segments(shape, parameters, {0, shape.all_blocks()});
  return in_turn({levels.cost_within(Collective::gather, shape.count),
                  levels.cost_between(Collective::allgatherv, shape.count),
                  cost_of_segments(segments, [&](std::int64_t units) {
                    return levels.cost_within(Collective::bcast, units);
                  })});
}

}  // namespace tutti

ALGORITHM(allgather, two_level){tutti::always,
                                tutti::build,
                                tutti::cost,
                                {.segment = true,
                                 .within = tutti::Collective::bcast,
                                 .between = tutti::Collective::allgatherv}};
