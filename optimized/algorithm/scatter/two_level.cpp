/// Two-level scatter: between the nodes' leaders, then within each node.
/// Only the leaders' messages cross between nodes, one for each node, filled up with copies of a block where a node has
/// fewer ranks than the largest: good for small blocks where many ranks share a node.
/// Source: Karonis et al., IPDPS 2000 (multilevel topology-aware collectives).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/two_levels.hpp"

namespace tutti {

static constexpr TwoLevels::Usual usual{"binomial", "binomial"};

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const TwoLevels levels(shape, parameters, usual);
  const BlocksByNode blocks(levels, shape);
  const bool is_root = rank == shape.root;
  const Region of_node = schedule.scratch(levels.leads(rank) ? blocks.node_units() : 0);
  const Region all = is_root && blocks.in_order()
                         ? input({0, shape.all_blocks()})
                         : schedule.scratch(is_root ? blocks.all_units() : 0);
  if (is_root && !blocks.in_order()) {
    for (int target = 0; target < shape.ranks; ++target)
      schedule.copy(input(shape.block(target)), all.part(blocks.block(target)));
    for (int node = 0; node < levels.nodes(); ++node)
      for (const Range place : blocks.places_left(node))
        schedule.copy(input(shape.block(rank)), all.part(blocks.of_node(node)).part(place));
  }
  levels.between(schedule, rank, Collective::scatter, blocks.node_units(), all, of_node);
  levels.within(schedule, rank, Collective::scatter, shape.count, of_node,
                output({0, shape.count}));
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const TwoLevels levels(shape, parameters, usual);
  const std::int64_t of_node = BlocksByNode(levels, shape).node_units();
  return in_turn({levels.cost_between(Collective::scatter, of_node),
                  levels.cost_within(Collective::scatter, shape.count)});
}

}  // namespace tutti

ALGORITHM(scatter, two_level){
    tutti::always,
    tutti::build,
    tutti::cost,
    {.within = tutti::Collective::scatter, .between = tutti::Collective::scatter}};
