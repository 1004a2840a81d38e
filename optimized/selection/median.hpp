#pragma once

#include <algorithm>
#include <vector>

namespace tutti {

/// Returns the median, the upper one of two. Reorders the values. Takes at least one.
inline double upper_median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace tutti
