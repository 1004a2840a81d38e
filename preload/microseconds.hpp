#pragma once

#include <chrono>

namespace tutti::preload {

inline double microseconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

}  // namespace tutti::preload
