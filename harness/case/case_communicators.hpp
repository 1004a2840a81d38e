#pragma once

#include <vector>

#include "contract/shape.hpp"
#include "harness/case/case.hpp"

namespace tutti {

/// The communicator and the rank of a process in a case.
struct Place {
  int communicator = 0;  ///< index of the communicator: 0, or 0 and 1 in Group::halves
  int ranks = 1;         ///< size of that communicator; of an intercommunicator, of both groups
  int rank =
      0;  ///< in that communicator; of an intercommunicator, those of the second group follow

  friend bool operator==(const Place&, const Place&) = default;
};

/// Returns the place of a rank of MPI_COMM_WORLD, which must be below test.ranks. The communicator
/// is that of MPI_Comm_split with color = communicator and key = rank.
Place place_of(const Case& test, int world_rank);

/// Returns the size of each communicator of the case: one, or two in Group::halves.
std::vector<int> communicator_sizes(const Case& test);

/// Returns the shape of the operation on `ranks` ranks. Its units are those of Shape: bytes of the
/// packed signature, elements of the datatype of a reduction, or whole blocks. A collective of
/// neighbourhoods has those of the group.
Shape shape_of(const Operation& operation, int ranks, Group group = Group::grid);

}  // namespace tutti
