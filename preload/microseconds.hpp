#pragma once

#include <chrono>

namespace tutti::interpose {

inline double microseconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

}  // namespace tutti::interpose
