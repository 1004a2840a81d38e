#include "npb_drivers/ft/transposition.hpp"

#include <algorithm>
#include <array>

namespace npb::ft {
namespace {

constexpr std::size_t tile = 16;

/// One point wider than needed: at a distance of a power of two the points of a column would meet in
/// the same places of the cache.
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

/// Each block has a piece of every row: `width` points.
void put_together(const Complex* blocks, Complex* to, std::size_t width, const Slab& slab,
                  Sections& sections) {
  const std::size_t rows = slab.points() / slab.ranks / width;
  const Stopwatch watch(sections.behind);
  for (std::size_t rank = 0; rank < slab.ranks; ++rank)
    for (std::size_t row = 0; row < rows; ++row)
      std::copy_n(blocks + (rank * rows + row) * width, width,
                  to + (row * slab.ranks + rank) * width);
}

}  // namespace

void transpose(Part& from, Part& to, const DistributedMatrix& matrix, const Slab& slab,
               Sections& sections) {
  transpose_locally(from.data(), to.data(), matrix);
  exchange(to, from, slab, sections);
  put_together(from.data(), to.data(), matrix.rows, slab, sections);
}

}  // namespace npb::ft
