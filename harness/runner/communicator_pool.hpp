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

/// The communicators of cases. They are kept, so that a case may run on one that others have used.
class Communicators {
 public:
  /// Returns the communicator of this rank, which must take part. Equal group, ranks and lane give
  /// the same communicator. The first call for each is collective over the members.
  MPI_Comm get(Group group, int ranks, int lane);
  /// Frees all communicators. Collective over MPI_COMM_WORLD.
  void clear() { kept_.clear(); }

 private:
  std::map<std::tuple<Group, int, int>, Communicator> kept_;
};

}  // namespace tutti
