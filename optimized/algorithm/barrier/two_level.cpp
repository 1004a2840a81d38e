/// Two-level barrier: signals up a tree within each node, a barrier between the nodes' leaders, and signals down.
/// Only the leaders' signals cross between nodes: good where several ranks share a node's network.
/// Source: Karonis et al., IPDPS 2000 (multilevel topology-aware collectives).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/knomial.hpp"
#include "optimized/algorithm/support/two_levels.hpp"

namespace tutti {

static constexpr TwoLevels::Usual usual{{}, "dissemination"};

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const TwoLevels levels(shape, parameters, usual);
  const auto& node = levels.ranks_of(levels.node_of(rank));
  const auto neighbour = [&](int position) { return node[static_cast<std::size_t>(position)]; };
  const Knomial tree(static_cast<int>(node.size()), 0, levels.position(rank),
                     knomial_radix(parameters));
  tree.for_children_ascending([&](int child, int, int) { schedule.await(neighbour(child)); });
  schedule.fence();
  if (tree.is_root()) {
    levels.between(schedule, rank, Collective::barrier, 0, {}, {});
  } else {
    schedule.signal(neighbour(tree.parent()));
    schedule.await(neighbour(tree.parent()));
  }
  schedule.fence();
  tree.for_children_descending([&](int child, int, int) { schedule.signal(neighbour(child)); });
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const TwoLevels levels(shape, parameters, usual);
  std::int64_t rounds = 0;
  for (int node = 0; node < levels.nodes(); ++node)
    rounds = std::max(rounds,
                      knomial_rounds(std::ssize(levels.ranks_of(node)), knomial_radix(parameters)));
  const Cost within{.rounds = rounds, .messages = shape.ranks - levels.nodes()};
  return in_turn({within, levels.cost_between(Collective::barrier, 0), within});
}

}  // namespace tutti

ALGORITHM(barrier, two_level){tutti::always,
                              tutti::build,
                              tutti::cost,
                              {.radix = true, .between = tutti::Collective::barrier}};
