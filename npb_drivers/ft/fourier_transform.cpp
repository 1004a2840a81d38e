#include "npb_drivers/ft/fourier_transform.hpp"

#include "npb_drivers/ft/transposition.hpp"

namespace npb::ft {

FourierTransform::FourierTransform(const Slab& slab, Sections& sections)
    : slab_(slab), sections_(sections), x_(slab.nx), y_(slab.ny), z_(slab.nz) {}

void FourierTransform::forward(Part& space, Part& spectrum) {
  along_x(space, Direction::forward);
  along_y(space, Direction::forward);
  transpose(space, spectrum, {.rows = slab_.planes(), .columns = slab_.plane_points()}, slab_,
            sections_);
  along_z(spectrum, Direction::forward);
}

void FourierTransform::backward(Part& spectrum, Part& space) {
  along_z(spectrum, Direction::backward);
  transpose(spectrum, space, {.rows = slab_.columns(), .columns = slab_.nz}, slab_, sections_);
  along_y(space, Direction::backward);
  along_x(space, Direction::backward);
}

void FourierTransform::along_x(Part& space, Direction direction) {
  const std::size_t lines = slab_.ny * slab_.planes();
  x_.transform(space.data(), {.count = lines, .distance = slab_.nx, .stride = 1}, direction);
}

void FourierTransform::along_y(Part& space, Direction direction) {
  const Lines lines{.count = slab_.nx, .distance = 1, .stride = slab_.nx};
  for (std::size_t plane = 0; plane < slab_.planes(); ++plane)
    y_.transform(space.data() + plane * slab_.plane_points(), lines, direction);
}

void FourierTransform::along_z(Part& spectrum, Direction direction) {
  const Lines lines{.count = slab_.columns(), .distance = slab_.nz, .stride = 1};
  z_.transform(spectrum.data(), lines, direction);
}

}  // namespace npb::ft
