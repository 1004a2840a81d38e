#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "contract/mpi_handle.hpp"
#include "harness/case/case.hpp"

namespace tutti {

/// Returns the ranks of MPI_COMM_WORLD that share a communicator with `world_rank` in a case of the
/// group and size, in the order of their ranks in it. `world_rank` must take part.
std::vector<int> members(Group group, int ranks, int world_rank);

/// What tells the communicators of cases apart: the lane is their number among those of one case.
using CommunicatorKey = std::tuple<Group, int, MadeBy, int>;
CommunicatorKey communicator_key(const Case& test, int lane);

/// The communicators of cases. They are kept, so that a case may run on one that others have used.
class Communicators {
 public:
  /// Returns the communicator of this rank, which must take part; MPI_COMM_NULL at all ranks if it cannot be
  /// made so here. Cases with equal keys have the same communicator. The first call for each is collective over
  /// the members. Throws std::runtime_error at all members if it is not the one that was asked for.
  MPI_Comm get(const Case& test, int lane);

 private:
  std::map<CommunicatorKey, Communicator> kept_;
};

}  // namespace tutti
