#include "npb_drivers/ft/checksum.hpp"

#include <algorithm>

namespace npb::ft {
namespace {

constexpr double tolerance = 1e-12;

/// Returns whether the relative error is within the tolerance; false for NaN.
bool close(const Complex& value, const Complex& expected) {
  return std::abs((value - expected) / expected) <= tolerance;
}

}  // namespace

Complex checksum(const Part& space, const Slab& slab) {
  Complex mine = 0, all = 0;
  for (std::size_t i = 1; i <= 1024; ++i) {
    const std::size_t x = i % slab.nx, y = 3 * i % slab.ny, z = 5 * i % slab.nz;
    if (z / slab.planes() == slab.rank)
      mine += space[x + slab.nx * (y + slab.ny * (z - slab.first_plane()))];
  }
  mine /= static_cast<double>(slab.points() * slab.ranks);
  MPI_Reduce(&mine, &all, 1, MPI_C_DOUBLE_COMPLEX, MPI_SUM, 0, slab.comm);
  return all;
}

bool agree(std::span<const Complex> checksums, std::span<const Complex> official) {
  return std::ranges::equal(checksums, official, close);
}

}  // namespace npb::ft
