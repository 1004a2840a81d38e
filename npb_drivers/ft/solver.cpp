#include "npb_drivers/ft/solver.hpp"

#include <cmath>
#include <numbers>

#include "npb_drivers/ft/checksum.hpp"
#include "npb_drivers/nas_random.hpp"

namespace npb::ft {
namespace {

/// Returns the square of the frequency of a point. The second half of an axis has the negative
/// frequencies.
double squared_frequency(std::size_t index, std::size_t points) {
  const double frequency = static_cast<double>(index < points / 2 ? index : points - index);
  return frequency * frequency;
}

}  // namespace

Solver::Solver(const Slab& slab, Sections& sections)
    : slab_(slab),
      transform_(slab, sections),
      spectrum_(slab.points()),
      decayed_(slab.points()),
      space_(slab.points()),
      decay_(slab.points()) {}

void Solver::begin() {
  determine_decay();
  draw_initial_values();
  transform_.forward(decayed_, spectrum_);
}

Complex Solver::advance() {
  decay();
  transform_.backward(decayed_, space_);
  return checksum(space_, slab_);
}

void Solver::draw_initial_values() {
  NasRandom random(2 * slab_.first_plane() * slab_.plane_points());
  for (auto& value : decayed_) {
    const double real = random.next();
    value = {real, random.next()};
  }
}

void Solver::determine_decay() {
  constexpr double pi = std::numbers::pi;
  constexpr double rate = -4e-6 * pi * pi;
  auto factor = decay_.begin();
  for (std::size_t i = 0; i < slab_.columns(); ++i) {
    const std::size_t column = slab_.first_column() + i;
    const double x2 = squared_frequency(column % slab_.nx, slab_.nx);
    const double y2 = squared_frequency(column / slab_.nx, slab_.ny);
    for (std::size_t z = 0; z < slab_.nz; ++z)
      *factor++ = std::exp(rate * (x2 + y2 + squared_frequency(z, slab_.nz)));
  }
}

void Solver::decay() {
  for (std::size_t i = 0; i < spectrum_.size(); ++i) {
    spectrum_[i] *= decay_[i];
    decayed_[i] = spectrum_[i];
  }
}

}  // namespace npb::ft
