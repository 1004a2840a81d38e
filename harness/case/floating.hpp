#pragma once

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "contract/float128.hpp"

/// What the standard library tells of floating-point types, for Float128 as well, of which it knows nothing.
namespace tutti {

template <typename T>
inline constexpr bool is_floating = std::is_floating_point_v<T> || std::is_same_v<T, Float128>;

/// The bits of the significand.
template <typename T>
inline constexpr int significand_bits = std::numeric_limits<T>::digits;
template <>
inline constexpr int significand_bits<Float128> = 113;

/// Returns the smallest number above zero.
template <typename T>
T smallest_positive() {
  if constexpr (std::is_same_v<T, Float128>) {
    T value = 0;
    const unsigned char last_bit = 1;
    std::memcpy(&value, &last_bit, 1);
    return value;
  } else {
    return std::numeric_limits<T>::denorm_min();
  }
}

/// Returns value * 2^exponent.
template <typename T>
T scaled(T value, int exponent) {
  if constexpr (std::is_same_v<T, Float128>)
    return value * static_cast<T>(std::ldexp(1.0L, exponent));
  else
    return std::ldexp(value, exponent);
}

}  // namespace tutti
