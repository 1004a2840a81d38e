#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/platform/child.hpp"

namespace tutti {

struct GateOptions {
  std::vector<int> ranks = {2, 3, 4, 5, 8, 16, 64};
  std::vector<std::string> targets = {"mpi", "mpi-forced"};
  std::vector<std::string> collectives = {};  ///< empty: all
  std::string protocol = "*";                 ///< shell pattern for names of subjects
  double seconds = 600;
  std::string baseline;  ///< file of accepted findings; empty: none
  std::string junit;     ///< file to write; empty: none
  std::string out = "tutti-gate";
  std::uint64_t seed = 1;  ///< of the first launch; each further one has the next
  double hang_seconds = 10;
  Environment of_ranks = {};  ///< environment variables of the ranks
  bool strict = false;        ///< a finding that is fixed fails the gate
};

/// Verifies the MPI library in launches that it starts itself, and compares what it finds with the
/// baseline. Writes gate.json, junit.xml and findings.toml, the baseline for the next run, into the
/// directory as results come. Returns the exit status: 0 nothing new, 1 something new, 130 or 143
/// if it was interrupted.
int gate(const GateOptions& options);

}  // namespace tutti
