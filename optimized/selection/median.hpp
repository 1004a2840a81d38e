#pragma once

#include <algorithm>
#include <vector>

namespace tutti {

/// The value in the middle, of two the upper one. Reorders the values; at least one.
inline double upper_median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace tutti
