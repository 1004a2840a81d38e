#pragma once

#include "npb_drivers/ft/line_transform.hpp"
#include "npb_drivers/ft/slab.hpp"
#include "npb_drivers/stopwatch.hpp"

namespace npb::ft {

/// Fourier transforms in three dimensions between space and spectrum, with one transposition each.
/// Neither direction divides by the number of points. The source array is overwritten.
class FourierTransform {
 public:
  /// The transpositions add their times to `sections`.
  FourierTransform(const Slab& slab, Sections& sections);

  void forward(Part& space, Part& spectrum);
  void backward(Part& spectrum, Part& space);

 private:
  void in_plane(Complex* plane, Direction direction);
  void along_z(Complex* columns, std::size_t count, Direction direction);

  Slab slab_;
  Sections& sections_;
  LineTransform x_, y_, z_;
};

}  // namespace npb::ft
