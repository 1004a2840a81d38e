#pragma once

#include <vector>

#include "contract/shape.hpp"
#include "harness/case/case.hpp"

namespace tutti {

/// Where a process stands in a case.
struct Place {
  int communicator = 0;  ///< which of those side by side: always 0 but in Group::halves
  int ranks = 1;         ///< of that communicator
  int rank = 0;          ///< in that communicator

  friend bool operator==(const Place&, const Place&) = default;
};

/// The place of a rank of the world, which must be below test.ranks. The communicator is that of
/// MPI_Comm_split with color = communicator and key = rank.
Place place_of(const Case& test, int world_rank);

/// Ranks of each of the communicators side by side: one, or two in Group::halves.
std::vector<int> communicator_sizes(const Case& test);

/// What every rank knows of the operation when `ranks` ranks run it. In the units that Shape asks
/// for: bytes of the packed signature, elements of the datatype of a reduction, or whole blocks.
Shape shape_of(const Operation& operation, int ranks);

}  // namespace tutti
