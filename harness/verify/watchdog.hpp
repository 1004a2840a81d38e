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
  Watchdog(Board& board, std::chrono::milliseconds limit, std::function<void()> on_hang = {});
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// The time of one case runs from here.
  void arm();
  /// The case has ended in time.
  void disarm();

 private:
  using Clock = std::chrono::steady_clock;

  void watch();
  bool expired() const { return armed_ && on_hang_ && Clock::now() - armed_at_ > limit_; }

  Board& board_;
  std::chrono::milliseconds limit_;
  std::function<void()> on_hang_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool armed_ = false;
  bool finished_ = false;
  Clock::time_point armed_at_;
  std::thread thread_;
};

}  // namespace tutti
