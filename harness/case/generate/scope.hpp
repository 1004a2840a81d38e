#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/neighbours.hpp"
#include "harness/case/validate.hpp"

namespace tutti {

/// The limits of the cases that may be generated for one subject.
struct Scope {
  std::string subject;
  std::vector<Collective> collectives;        ///< at least one
  std::vector<std::string> laws = {};         ///< laws that hold for the subject; may be empty
  std::vector<TypeName> types = {};           ///< names of datatypes that the library has
  std::vector<MadeBy> made_by = {};           ///< what else can make communicators in the launch
  int world_ranks = 1;                        ///< ranks of MPI_COMM_WORLD
  bool nonblocking = false;                   ///< the subject can start a call without waiting
  std::vector<Collective> persistent = {};    ///< initialized calls of these can be started again
  std::vector<Collective> large_counts = {};  ///< these have functions for large counts
  bool any_communicator = false;              ///< the subject runs calls on every communicator
  bool threads = false;                       ///< several threads may call the subject at a time
  bool huge = false;                          ///< only cases with a buffer of more than 2 GiB
  bool soak = false;        ///< cases run many times, and must not take more and more memory
  bool own_launch = false;  ///< the subject needs a launch with variables of its own

  friend bool operator==(const Scope&, const Scope&) = default;
};

/// Returns whether cases of the scope may have such communicators, of that many ranks.
inline bool can_run_on(const Scope& scope, Group group, int ranks) {
  if (ranks == 1 && group != Group::world && !has_topology(group)) return false;
  if (is_intercommunicator(group) && !scope.any_communicator) return false;
  return std::ranges::any_of(
      scope.collectives, [&](Collective collective) { return is_defined_on(collective, group); });
}

/// Returns whether calls of the collective may be made in this mode.
inline bool can_run_in(const Scope& scope, Mode mode, Collective collective) {
  if (mode == Mode::persistent && std::ranges::count(scope.persistent, collective) == 0)
    return false;
  return is_defined_in(collective, mode);
}

inline bool has_large_counts(const Scope& scope, Collective collective) {
  return std::ranges::count(scope.large_counts, collective) > 0;
}

/// Returns whether cases of the scope may have this mode. A subject without requests runs overlapping calls one after the
/// other.
inline bool can_run_in(const Scope& scope, Mode mode) {
  if (mode == Mode::nonblocking && !scope.nonblocking) return false;
  if (mode == Mode::threads && !scope.threads) return false;
  return std::ranges::any_of(scope.collectives,
                             [&](Collective each) { return can_run_in(scope, mode, each); });
}

}  // namespace tutti
