#pragma once

#include <string>
#include <vector>

#include "harness/platform/child.hpp"

namespace tutti {

/// A cluster on this machine alone: hosts that only TCP connects. See ci/cluster.
struct Cluster {
  int hosts = 1;
  std::string rate = {};  ///< of each host's link, as `4gbit`; empty: as fast as the machine is
};

/// Launches a program with its arguments on ranks of the cluster, which get these variables. Returns the
/// first line that it says, however it ends behind that. Throws CannotRun if it says none.
std::string line_said_on(const Cluster& cluster, int ranks, const std::vector<std::string>& program,
                         const Environment& of_ranks);

}  // namespace tutti
