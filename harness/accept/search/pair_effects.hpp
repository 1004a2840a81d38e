#pragma once

#include <span>
#include <vector>

#include "harness/accept/search/pair_rounds.hpp"

namespace tutti {

/// The nodes' numbers of the switch, or other group, that each belongs to. Empty: not known, which
/// is the same as one group.
using NodeGroups = std::vector<int>;

/// Returns whether both nodes are in one group.
bool within_one_group(const NodeGroups& groups, const NodePair& pair);

/// The logarithm of the cost of one pair.
struct PairCost {
  NodePair pair;
  double log_cost = 0;
};

/// A model of the logarithms of the costs of pairs: a pair is as slow as the slower of its two nodes
/// and, across groups, as the slower way out of a group; what exceeds that is due to the pair alone.
struct PairEffects {
  std::vector<double> nodes = {};      ///< by node: excess over the middle one
  std::vector<double> groups = {};     ///< by group: excess of its pairs across over the middle one
  std::vector<double> residuals = {};  ///< by pair, in the order of the costs; median 0
};

/// Fits the model to costs of pairs, not all of which must have been measured. `groups` is empty or
/// has an entry for each node. Nodes are compared by what is usual for their pairs within their
/// groups, so that the slow way out of a group is not taken for slow nodes. A node that is alone in
/// its group is compared across groups, and the group has no effect of its own.
PairEffects fit_pair_effects(int nodes, const NodeGroups& groups, std::span<const PairCost> costs);

}  // namespace tutti
