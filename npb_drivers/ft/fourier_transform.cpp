#include "npb_drivers/ft/fourier_transform.hpp"

#include "npb_drivers/ft/transposition.hpp"

namespace npb::ft {

FourierTransform::FourierTransform(const Slab& slab, Sections& sections)
    : slab_(slab), sections_(sections), x_(slab.nx), y_(slab.ny), z_(slab.nz) {}

void FourierTransform::forward(Part& space, Part& spectrum) {
  for (std::size_t plane = 0; plane < slab_.planes(); ++plane)
    in_plane(space.data() + plane * slab_.plane_points(), Direction::forward);
  transpose(space, spectrum, {.rows = slab_.planes(), .columns = slab_.plane_points()}, slab_,
            sections_, {LineTransform::lanes, [this](Complex* columns) {
                          along_z(columns, LineTransform::lanes, Direction::forward);
                        }});
}

void FourierTransform::backward(Part& spectrum, Part& space) {
  along_z(spectrum.data(), slab_.columns(), Direction::backward);
  transpose(spectrum, space, {.rows = slab_.columns(), .columns = slab_.nz}, slab_, sections_,
            {1, [this](Complex* plane) { in_plane(plane, Direction::backward); }});
}

void FourierTransform::in_plane(Complex* plane, Direction direction) {
  x_.transform(plane, {.count = slab_.ny, .distance = slab_.nx, .stride = 1}, direction);
  y_.transform(plane, {.count = slab_.nx, .distance = 1, .stride = slab_.nx}, direction);
}

void FourierTransform::along_z(Complex* columns, std::size_t count, Direction direction) {
  z_.transform(columns, {.count = count, .distance = slab_.nz, .stride = 1}, direction);
}

}  // namespace npb::ft
