#pragma once

#include <complex>
#include <cstddef>
#include <span>

namespace npb::ft {

/// A class of the benchmark: the grid, and NPB's official checksum of each iteration.
struct Problem {
  std::size_t nx, ny, nz;
  std::span<const std::complex<double>> checksums;
};

/// Returns the problem of a class, which is S, W, A, B or C.
const Problem& problem_of(char problem_class);

}  // namespace npb::ft
