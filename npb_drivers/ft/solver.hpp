#pragma once

#include <complex>
#include <vector>

#include "npb_drivers/ft/fourier_transform.hpp"
#include "npb_drivers/ft/slab.hpp"
#include "npb_drivers/stopwatch.hpp"

namespace npb::ft {

/// Solves du/dt = alpha laplace(u) with alpha = 1e-6 on a periodic grid, from random values, one unit of
/// time at a time.
/// Source: Bailey et al., The NAS Parallel Benchmarks, RNR-94-007, 2.4.
class Solver {
 public:
  /// Its transpositions add to the sections.
  Solver(const Slab& slab, Sections& sections);

  /// The initial values, their spectrum, and how fast it decays.
  void begin();

  /// One iteration. Returns the checksum at rank 0.
  Complex advance();

 private:
  void draw_initial_values();
  void determine_decay();
  void decay();

  Slab slab_;
  FourierTransform transform_;
  Part spectrum_;  ///< at the present time
  Part decayed_;   ///< a copy of it, which its transform overwrites; first the initial values
  Part space_;
  std::vector<double> decay_;  ///< what one unit of time leaves of each point of the spectrum
};

}  // namespace npb::ft
