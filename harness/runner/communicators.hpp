#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "contract/mpi_handle.hpp"
#include "harness/case/case.hpp"

namespace tutti {

/// The ranks of the world that share a communicator with the given one in such a case, in the order
/// of their ranks there. That rank must take part.
std::vector<int> members(Group group, int ranks, int world_rank);

/// The communicators of cases. They are kept, so that a case may run on one that has a history.
class Communicators {
 public:
  /// The communicator of this rank, which is one of its members. Two cases that ask for the same
  /// group, ranks and lane get the same one. The first time it is collective over the members.
  MPI_Comm get(Group group, int ranks, int lane);
  /// Frees all. Collective over the world.
  void clear() { kept_.clear(); }

 private:
  std::map<std::tuple<Group, int, int>, Communicator> kept_;
};

}  // namespace tutti
