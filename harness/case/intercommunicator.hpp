#pragma once

#include "contract/mpi_handle.hpp"
#include "harness/case/case.hpp"

namespace tutti {

/// The ranks from `first` to before `end`.
struct RankRange {
  int first = 0;
  int end = 0;

  constexpr int size() const { return end - first; }
  constexpr bool contains(int rank) const { return first <= rank && rank < end; }
};

/// Returns whether the communicators of the group are intercommunicators. A case numbers the ranks of
/// both groups of one, those of the second group behind those of the first.
bool is_intercommunicator(Group group);

/// Returns the group of an intercommunicator to which a rank belongs; all ranks of another communicator.
RankRange local_group(Group group, int ranks, int rank);

/// Returns the rank within local_group(): the one that MPI knows.
int local_rank(Group group, int ranks, int rank);

/// Returns the ranks that give data to this one, and get data from it: the other group of an
/// intercommunicator; all ranks of another communicator.
RankRange remote_group(Group group, int ranks, int rank);

/// Creates the intercommunicator of a group, whose ranks are those of `all`. Collective.
Communicator intercommunicator(MPI_Comm all, Group group);

}  // namespace tutti
