#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/accept/acceptance_file.hpp"
#include "harness/accept/node_layout.hpp"
#include "harness/accept/pair_effects.hpp"
#include "harness/accept/suite.hpp"

namespace tutti {

struct AcceptanceOptions {
  std::string out;  ///< result directory
  std::string suite = "quick";
  std::string topology = {};  ///< file that names the switches of the nodes; empty: unknown
  std::uint64_t seed = 1;
  int partners = 0;               ///< of each node in a sample of the pairs; 0: all pairs
  std::string command_line = {};  ///< for the header of the results
};

/// Measures one launch of an acceptance run on the ranks of MPI_COMM_WORLD, or what is left of an
/// interrupted one, and appends it to the result directory. Prints progress. Collective over the
/// world. Throws UsageError, at all ranks, if the options and the launch do not fit together.
void measure_acceptance(const AcceptanceOptions& options);

}  // namespace tutti
