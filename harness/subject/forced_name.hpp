#pragma once

#include <map>
#include <string>
#include <string_view>

#include "contract/collective.hpp"

namespace tutti {

/// The parts of the name of a forced algorithm: `openmpi:bcast/chain:segment=4096:fanout=2`,
/// `mpich:ibcast/tsp_ring` (a non-blocking collective), or `openmpi:xhc/bcast` (a component of Open
/// MPI).
struct ForcedName {
  std::string library = {};    ///< `mpich`, `openmpi`
  std::string component = {};  ///< empty: the component in which algorithms can be forced
  Collective collective = Collective::barrier;
  bool nonblocking = false;
  std::string algorithm = {};  ///< as the library calls it; empty: the component chooses
  std::map<std::string, int> parameters = {};  ///< parameters that are not left to the library

  friend bool operator==(const ForcedName&, const ForcedName&) = default;
};

std::string print(const ForcedName& name);

/// Returns `bcast`, or `ibcast` for the non-blocking collective.
std::string collective_name(const ForcedName& name);

/// Parses what print() writes. Throws UsageError that says what was expected.
ForcedName parse_forced_name(std::string_view text);

}  // namespace tutti
