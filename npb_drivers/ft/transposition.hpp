#pragma once

#include <cstddef>
#include <functional>

#include "npb_drivers/ft/slab.hpp"
#include "npb_drivers/stopwatch.hpp"

namespace npb::ft {

/// A matrix of which every rank holds so many neighbouring rows. Powers of two.
struct DistributedMatrix {
  std::size_t rows;     ///< of one rank
  std::size_t columns;  ///< of all; a multiple of the ranks
};

/// What goes on with rows of the transposed matrix.
struct RowUse {
  std::size_t rows;                   ///< at a time; divides those of a rank
  std::function<void(Complex*)> use;  ///< of so many neighbouring rows
};

/// Transposes it: afterwards this rank holds columns / ranks rows, each of rows * ranks points, in `to`.
/// As in NPB, blocks are sent from `to`, received in `from`, and put together in `to`: whoever still sends
/// while this computes needs a copy of what he sends. Rows are used as soon as they are put together, while
/// the cache holds them. One MPI_Alltoall of rows * columns points.
void transpose(Part& from, Part& to, const DistributedMatrix& matrix, const Slab& slab,
               Sections& sections, const RowUse& use);

}  // namespace npb::ft
