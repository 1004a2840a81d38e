#include "npb_drivers/ft/line_transform.hpp"

#include <numbers>

namespace npb::ft {

LineTransform::LineTransform(std::size_t length)
    : roots_(length / 2), rows_(length), next_(length) {
  const double angle = -2 * std::numbers::pi / static_cast<double>(length);
  for (std::size_t k = 0; k < roots_.size(); ++k)
    roots_[k] = std::polar(1.0, angle * static_cast<double>(k));
}

void LineTransform::transform(Complex* points, const Lines& lines, Direction direction) {
  for (std::size_t line = 0; line < lines.count; line += lanes) {
    Complex* const first = points + line * lines.distance;
    load(first, lines);
    for (std::size_t width = 1; width < rows_.size(); width *= 2) pass(width, direction);
    store(first, lines);
  }
}

void LineTransform::load(const Complex* points, const Lines& lines) {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const Complex& point = points[i * lines.stride + lane * lines.distance];
      rows_[i].real[lane] = point.real();
      rows_[i].imaginary[lane] = point.imag();
    }
}

void LineTransform::store(Complex* points, const Lines& lines) const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (std::size_t lane = 0; lane < lanes; ++lane)
      points[i * lines.stride + lane * lines.distance] = {rows_[i].real[lane],
                                                          rows_[i].imaginary[lane]};
}

void LineTransform::butterfly(const Row& a, const Row& b, Row& __restrict sum,
                              Row& __restrict turned, const Complex& root) {
  const double cosine = root.real(), sine = root.imag();
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    sum.real[lane] = a.real[lane] + b.real[lane];
    sum.imaginary[lane] = a.imaginary[lane] + b.imaginary[lane];
    const double real = a.real[lane] - b.real[lane];
    const double imaginary = a.imaginary[lane] - b.imaginary[lane];
    turned.real[lane] = real * cosine - imaginary * sine;
    turned.imaginary[lane] = real * sine + imaginary * cosine;
  }
}

/// Combines groups of `width` points, each of a separate transform, to groups of twice the width.
void LineTransform::pass(std::size_t width, Direction direction) {
  const std::size_t half = rows_.size() / 2;
  for (std::size_t group = 0; group < half; group += width) {
    const Complex root = direction == Direction::forward ? roots_[group] : std::conj(roots_[group]);
    for (std::size_t i = 0; i < width; ++i)
      butterfly(rows_[group + i], rows_[group + half + i], next_[2 * group + i],
                next_[2 * group + width + i], root);
  }
  rows_.swap(next_);
}

}  // namespace npb::ft
