#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "harness/verify/board.hpp"

namespace tutti {

/// Ends the process when a case takes too long, since a rank that hangs inside MPI cannot be called
/// back. One thread per rank; it never calls MPI.
class Watchdog {
 public:
  /// `on_hang` runs once, in the thread of the watchdog, before this process and all others of the
  /// job end with status 1. A rank without it only follows the others.
  explicit Watchdog(Board& board, std::function<void()> on_hang = {});
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// From here on, one case may take that long.
  void arm(std::chrono::milliseconds limit);
  /// The case has ended in time.
  void disarm();

 private:
  using Clock = std::chrono::steady_clock;

  void watch();
  bool expired() const { return armed_ && on_hang_ && Clock::now() > deadline_; }

  Board& board_;
  std::function<void()> on_hang_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool armed_ = false;
  bool finished_ = false;
  Clock::time_point deadline_;
  std::thread thread_;
};

}  // namespace tutti
