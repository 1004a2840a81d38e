#pragma once

#include <string>
#include <vector>

#include "harness/measure/control_messages.hpp"

namespace tutti {

/// The nodes on which the ranks run. A node is what has network interfaces of its own, a machine or
/// a network namespace of one; under Slurm also what Slurm takes for one.
struct NodeLayout {
  /// By node, in the order of their first ranks: Slurm's name or the host's, followed by `-1`, `-2` and so on
  /// where several nodes have the same.
  std::vector<std::string> names = {};
  std::vector<std::vector<int>> ranks = {};  ///< by node, ascending
  std::vector<int> node_of = {};             ///< by rank

  int nodes() const { return static_cast<int>(names.size()); }
  /// Returns the ranks of the node with the fewest.
  int ranks_per_node() const;
  /// Returns whether the rank is one of the first so many of its node: all nodes are measured by as
  /// many ranks, also where some have more.
  bool is_among_first(int rank, int number) const;
};

/// Returns the layout of the ranks of the exchange, at every rank. Collective.
NodeLayout node_layout(const Exchange& exchange);

}  // namespace tutti
