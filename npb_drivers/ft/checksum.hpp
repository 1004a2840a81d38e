#pragma once

#include <span>

#include "npb_drivers/ft/slab.hpp"

namespace npb::ft {

/// Returns NPB's checksum at rank 0: the sum of 1024 points spread over the grid, divided by the
/// number of all points. Collective.
Complex checksum(const Part& space, const Slab& slab);

/// Returns whether each checksum is within a relative error of 1e-12 of the official one.
bool agree(std::span<const Complex> checksums, std::span<const Complex> official);

}  // namespace npb::ft
