#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "npb_drivers/ft/slab.hpp"

namespace npb::ft {

enum class Direction { forward, backward };

/// The positions of lines in memory. Distances are in points.
struct Lines {
  std::size_t count;
  std::size_t distance;  ///< between neighbouring lines
  std::size_t stride;    ///< between neighbouring points of a line
};

/// Fourier transforms of lines of one length, a power of two: 5 n log2(n) operations each. Neither
/// direction divides by the length.
/// Source: Stockham's autosort algorithm, in Van Loan, Computational Frameworks for the Fast Fourier
/// Transform, 1.7.
class LineTransform {
 public:
  /// Number of lines that are transformed side by side, point by point: they fill vectors, and
  /// whole cache lines if they are neighbours in memory.
  static constexpr std::size_t lanes = 8;

  explicit LineTransform(std::size_t length);

  /// Transforms the lines in place. The number of lines must be a multiple of `lanes`.
  void transform(Complex* points, const Lines& lines, Direction direction);

 private:
  /// One point of each of `lanes` lines.
  struct alignas(64) Row {
    std::array<double, lanes> real, imaginary;
  };

  static void butterfly(const Row& a, const Row& b, Row& sum, Row& turned, const Complex& root);
  void load(const Complex* points, const Lines& lines);
  void store(Complex* points, const Lines& lines) const;
  void pass(std::size_t width, Direction direction);

  std::vector<Complex> roots_;  ///< exp(-2 pi i k / length) for k in the first half
  std::vector<Row> rows_, next_;
};

}  // namespace npb::ft
