#pragma once

#include "npb_drivers/ft/line_transform.hpp"
#include "npb_drivers/ft/slab.hpp"
#include "npb_drivers/stopwatch.hpp"

namespace npb::ft {

/// Transforms in three dimensions between space and spectrum, with one transposition each. Neither
/// direction divides by the number of points. What is transformed is overwritten.
class FourierTransform {
 public:
  /// The transpositions add to the sections.
  FourierTransform(const Slab& slab, Sections& sections);

  void forward(Part& space, Part& spectrum);
  void backward(Part& spectrum, Part& space);

 private:
  void along_x(Part& space, Direction direction);
  void along_y(Part& space, Direction direction);
  void along_z(Part& spectrum, Direction direction);

  Slab slab_;
  Sections& sections_;
  LineTransform x_, y_, z_;
};

}  // namespace npb::ft
