#pragma once

#include "npb_drivers/ft/slab.hpp"
#include "npb_drivers/stopwatch.hpp"

namespace npb::ft {

/// A matrix of which every rank holds so many neighbouring rows. Powers of two.
struct DistributedMatrix {
  std::size_t rows;     ///< of one rank
  std::size_t columns;  ///< of all; a multiple of the ranks
};

/// Transposes it: afterwards this rank holds columns / ranks rows, each of rows * ranks points, in `to`.
/// As in NPB, blocks are sent from `to` and received in `from`, are then read one rank's behind the other
/// and put together in `to`: whoever still sends while this computes needs a copy of what he sends.
/// One MPI_Alltoall of rows * columns points.
void transpose(Part& from, Part& to, const DistributedMatrix& matrix, const Slab& slab,
               Sections& sections);

}  // namespace npb::ft
