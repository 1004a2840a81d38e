#pragma once

#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// A long message cut into segments of equal length, but for the last one. An empty message has
/// one empty segment, so that it is sent like any other.
class Segments {
 public:
  Segments(const Shape& shape, const Parameters& parameters)
      : count_(shape.count), length_(segment_units(shape, parameters)) {}

  std::int64_t number() const {
    return std::max<std::int64_t>(1, (count_ + length_ - 1) / length_);
  }
  Range operator[](std::int64_t index) const {
    const auto offset = index * length_;
    return {offset, std::min(length_, count_ - offset)};
  }

 private:
  std::int64_t count_, length_;
};

}  // namespace tutti
