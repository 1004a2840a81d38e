#pragma once

#include <chrono>

namespace mutant {

/// From when on a rank is late enough for a rare path. Above what a scheduler does to a rank.
constexpr double very_late_us = 400;

/// On one machine all processes read the same clock.
inline double now_us() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::micro>(now).count();
}

}  // namespace mutant
