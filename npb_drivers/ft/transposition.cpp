#include "npb_drivers/ft/transposition.hpp"

#include <algorithm>
#include <array>

namespace npb::ft {
namespace {

constexpr std::size_t tile = 16;

/// A tile for a local transposition. It is one point wider than needed: with a width that is a
/// power of two, the points of a column would compete for the same cache sets.
using Tile = std::array<std::array<Complex, tile + 1>, tile>;

void transpose_locally(const Complex* from, Complex* to, const DistributedMatrix& matrix) {
  Tile buffer;
  const auto [rows, columns] = matrix;
  const std::size_t height = std::min(tile, rows);
  const std::size_t width = std::min(tile, columns);
  for (std::size_t row = 0; row < rows; row += height)
    for (std::size_t column = 0; column < columns; column += width) {
      for (std::size_t i = 0; i < height; ++i)
        std::copy_n(from + (row + i) * columns + column, width, buffer[i].begin());
      for (std::size_t j = 0; j < width; ++j)
        for (std::size_t i = 0; i < height; ++i) to[(column + j) * rows + row + i] = buffer[i][j];
    }
}

void exchange(const Part& send, Part& receive, const Slab& slab, Sections& sections) {
  const int block = static_cast<int>(slab.points() / slab.ranks);
  const Stopwatch watch(sections.collective);
  MPI_Alltoall(send.data(), block, MPI_C_DOUBLE_COMPLEX, receive.data(), block,
               MPI_C_DOUBLE_COMPLEX, slab.comm);
}

/// Assembles a row, of which each block has a piece of `width` points. Returns its end.
Complex* put_together(const Complex* blocks, std::size_t row, std::size_t width, const Slab& slab,
                      Complex* to) {
  const std::size_t block = slab.points() / slab.ranks;
  for (std::size_t rank = 0; rank < slab.ranks; ++rank)
    to = std::copy_n(blocks + rank * block + row * width, width, to);
  return to;
}

}  // namespace

void transpose(Part& from, Part& to, const DistributedMatrix& matrix, const Slab& slab,
               Sections& sections, const RowConsumer& use) {
  transpose_locally(from.data(), to.data(), matrix);
  exchange(to, from, slab, sections);
  const Stopwatch watch(sections.behind);
  const std::size_t rows = matrix.columns / slab.ranks;
  Complex* end = to.data();
  for (std::size_t row = 0; row < rows; row += use.rows) {
    Complex* const begin = end;
    for (std::size_t i = 0; i < use.rows; ++i)
      end = put_together(from.data(), row + i, matrix.rows, slab, end);
    use.use(begin);
  }
}

}  // namespace npb::ft
