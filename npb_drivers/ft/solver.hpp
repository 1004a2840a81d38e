#pragma once

#include <complex>
#include <vector>

#include "npb_drivers/ft/fourier_transform.hpp"
#include "npb_drivers/ft/slab.hpp"
#include "npb_drivers/stopwatch.hpp"

namespace npb::ft {

/// A solver of du/dt = alpha laplace(u) with alpha = 1e-6 on a periodic grid, from random initial
/// values, in steps of one unit of time.
/// Source: Bailey et al., The NAS Parallel Benchmarks, RNR-94-007, 2.4.
class Solver {
 public:
  /// The transpositions add their times to `sections`.
  Solver(const Slab& slab, Sections& sections);

  /// Computes the initial values, their spectrum, and its decay factors.
  void begin();

  /// Advances by one iteration. Returns the checksum at rank 0.
  Complex advance();

 private:
  void draw_initial_values();
  void determine_decay();
  void decay();

  Slab slab_;
  FourierTransform transform_;
  Part spectrum_;  ///< at the current time
  Part decayed_;   ///< a copy of spectrum_, transformed in place; first the initial values
  Part space_;
  std::vector<double> decay_;  ///< decay factor of each point of the spectrum per unit of time
};

}  // namespace npb::ft
