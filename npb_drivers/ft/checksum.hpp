#pragma once

#include <span>

#include "npb_drivers/ft/slab.hpp"

namespace npb::ft {

/// NPB's: of 1024 points spread over the grid, at rank 0, divided by the number of all points.
Complex checksum(const Part& space, const Slab& slab);

/// Whether each is within a relative 1e-12 of the official one.
bool agree(std::span<const Complex> checksums, std::span<const Complex> official);

}  // namespace npb::ft
