#pragma once

#include <cstddef>
#include <functional>

#include "npb_drivers/ft/slab.hpp"
#include "npb_drivers/stopwatch.hpp"

namespace npb::ft {

/// A matrix of which every rank holds the same number of neighbouring rows. All sizes are powers of
/// two.
struct DistributedMatrix {
  std::size_t rows;     ///< rows of one rank
  std::size_t columns;  ///< all columns; a multiple of the number of ranks
};

/// The function that processes the rows of the transposed matrix.
struct RowConsumer {
  std::size_t rows;                   ///< number of rows per call; divides the rows of a rank
  std::function<void(Complex*)> use;  ///< called with this many neighbouring rows
};

/// Transposes the matrix: afterwards this rank holds columns / ranks rows, each of rows * ranks
/// points, in `to`. As in NPB, blocks are sent from `to`, received in `from`, and assembled in
/// `to`: a library that still sends while this function computes needs a copy of the data. Rows are
/// processed as soon as they are assembled, while they are in the cache. One MPI_Alltoall of rows *
/// columns points.
void transpose(Part& from, Part& to, const DistributedMatrix& matrix, const Slab& slab,
               Sections& sections, const RowConsumer& use);

}  // namespace npb::ft
