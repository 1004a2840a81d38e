#pragma once

#include <cstdint>

#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// A message cut into segments of equal length, except the last one. An empty message has one empty
/// segment, so that it is sent like any other.
class Segments {
 public:
  Segments(const Shape& shape, const Parameters& parameters)
      : Segments(shape, parameters, {0, shape.count}) {}
  /// Cuts only a part of the message.
  Segments(const Shape& shape, const Parameters& parameters, Range message)
      : message_(message), length_(segment_units(shape, parameters)) {}

  std::int64_t number() const {
    return std::max<std::int64_t>(1, (message_.length + length_ - 1) / length_);
  }
  Range operator[](std::int64_t index) const {
    const auto offset = index * length_;
    return {message_.offset + offset, std::min(length_, message_.length - offset)};
  }

 private:
  Range message_;
  std::int64_t length_;
};

}  // namespace tutti
