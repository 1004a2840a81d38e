/// Two-level gather: within each node, then between the nodes' leaders.
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
                         ? output({0, shape.all_blocks()})
                         : schedule.scratch(is_root ? blocks.all_units() : 0);
  levels.within(schedule, rank, Collective::gather, shape.count, input({0, shape.count}), of_node);
  if (levels.leads(rank))
    for (const Range place : blocks.places_left(levels.node_of(rank)))
      schedule.copy(input({0, shape.count}), of_node.part(place));
  levels.between(schedule, rank, Collective::gather, blocks.node_units(), of_node, all);
  if (!is_root || blocks.in_order()) return;
  for (int source = 0; source < shape.ranks; ++source)
    schedule.copy(all.part(blocks.block(source)), output(shape.block(source)));
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const TwoLevels levels(shape, parameters, usual);
  const std::int64_t of_node = BlocksByNode(levels, shape).node_units();
  return in_turn({levels.cost_within(Collective::gather, shape.count),
                  levels.cost_between(Collective::gather, of_node)});
}

}  // namespace tutti

ALGORITHM(gather, two_level){
    tutti::always,
    tutti::build,
    tutti::cost,
    {.within = tutti::Collective::gather, .between = tutti::Collective::gather}};
