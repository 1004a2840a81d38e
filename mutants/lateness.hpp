#pragma once

#include <chrono>

namespace mutant {

/// Lateness, in microseconds, from which on a rank is late enough for a rare path. Greater than
/// what the scheduler causes.
constexpr double very_late_us = 400;

/// Returns the time in microseconds, on a clock that all processes of one machine share.
inline double now_us() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::micro>(now).count();
}

}  // namespace mutant
