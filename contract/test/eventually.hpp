#pragma once

#include <chrono>
#include <thread>

namespace tutti {

/// Waits until the condition holds and returns true, or returns false if it does not hold within
/// ten seconds. With this, the verdict of a test depends on a condition and not on the length of a
/// sleep.
template <class Condition>
bool eventually(const Condition& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace tutti
