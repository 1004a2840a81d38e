#pragma once

#include <string>
#include <vector>

#include "harness/accept/search/pair_effects.hpp"

namespace tutti {

/// The switches that nodes are connected to.
struct SwitchTopology {
  NodeGroups groups = {};
  std::vector<std::string> names = {};  ///< by group
};

/// Reads which switch each of the nodes is connected to from a file as Slurm's topology.conf: lines
/// `SwitchName=s1 Nodes=n[1-4],n7`. Lines of switches between switches (`Switches=`), comments and
/// other keys are ignored. Throws UsageError, with file and line, for what it does not understand,
/// and if a node has no switch.
SwitchTopology read_switch_topology(const std::string& path, const std::vector<std::string>& nodes);

/// Returns the names of a host list such as `n[1-3,07],m4`: n1, n2, n3, n07, m4. Throws UsageError.
std::vector<std::string> expanded_host_list(const std::string& text);

}  // namespace tutti
