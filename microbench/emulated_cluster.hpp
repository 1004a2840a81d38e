#pragma once

#include <string>
#include <vector>

#include "harness/platform/child.hpp"

namespace tutti {

/// A cluster on this machine alone, whose hosts are connected only by TCP. See ci/cluster.
struct Cluster {
  int hosts = 1;
  std::string rate = {};  ///< rate of each host's link, as `4gbit`; empty: no limit
};

/// Launches a program with its arguments on ranks of the cluster, with these environment variables.
/// Returns the first line of its output, however the program ends afterwards. Throws CannotRun if
/// there is no output.
std::string first_output_line(const Cluster& cluster, int ranks,
                              const std::vector<std::string>& program, const Environment& of_ranks);

}  // namespace tutti
