#pragma once

#include <map>
#include <string>
#include <string_view>

#include "contract/collective.hpp"

namespace tutti {

/// The parts of the name of a forced algorithm: `openmpi:bcast/chain:segment=4096:fanout=2`, or
/// `mpich:ibcast/tsp_ring` of the non-blocking collective; or of what a component of Open MPI does: `openmpi:xhc/bcast`.
struct ForcedName {
  std::string library = {};    ///< `mpich`, `openmpi`
  std::string component = {};  ///< empty: the one that lets one choose an algorithm
  Collective collective = Collective::barrier;
  bool nonblocking = false;
  std::string algorithm = {};  ///< as the library calls it; empty: the component chooses
  std::map<std::string, int> parameters = {};  ///< those that are not left to the library

  friend bool operator==(const ForcedName&, const ForcedName&) = default;
};

std::string print(const ForcedName& name);

/// `bcast`, or `ibcast` of the non-blocking collective.
std::string collective_name(const ForcedName& name);

/// The reverse of print. Throws UsageError that says what was expected.
ForcedName parse_forced_name(std::string_view text);

}  // namespace tutti
