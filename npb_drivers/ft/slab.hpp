#pragma once

#include <mpi.h>

#include <complex>
#include <cstddef>
#include <vector>

namespace npb::ft {

using Complex = std::complex<double>;

/// The part of the grid, or of its spectrum, that a rank holds.
using Part = std::vector<Complex>;

/// The decomposition of the grid. In space a rank holds neighbouring planes, in which x runs
/// fastest, then y; in the spectrum it holds neighbouring columns along z, in which z runs fastest,
/// then x. All numbers are powers of two.
struct Slab {
  std::size_t nx, ny, nz;
  std::size_t ranks, rank;
  MPI_Comm comm;

  std::size_t plane_points() const { return nx * ny; }
  std::size_t planes() const { return nz / ranks; }
  std::size_t first_plane() const { return rank * planes(); }
  std::size_t columns() const { return plane_points() / ranks; }
  std::size_t first_column() const { return rank * columns(); }
  std::size_t points() const { return planes() * plane_points(); }
};

}  // namespace npb::ft
