#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "harness/runner/rank_progress.hpp"

namespace tutti {

/// A thread of each rank that ends the process when a case hangs, since a call that hangs in MPI
/// cannot be cancelled. A case hangs if no rank makes a step for some time although none lacks a
/// core: many ranks on few cores are only slow. The thread never calls MPI.
class Watchdog {
 public:
  /// `on_hang` runs once, in the thread of the watchdog, before this process and all others of the
  /// job end with status 1. `on_look` runs there some times a second while a case runs. Neither
  /// runs at the same time as arm() or disarm(). A rank without them only ends when the others end.
  explicit Watchdog(RankProgress& progress, std::function<void()> on_hang = {},
                    std::function<void()> on_look = {});
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// Begins to watch a case: until disarm(), some rank must make a step within `limit`.
  void arm(std::chrono::milliseconds limit);
  /// Ends the watch, since the case has ended.
  void disarm();

 private:
  using Clock = std::chrono::steady_clock;

  void watch();
  void look(Clock::duration away);
  void begin_waiting();
  bool hangs() const;

  RankProgress& progress_;
  std::function<void()> on_hang_, on_look_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool armed_ = false;
  bool finished_ = false;
  std::chrono::milliseconds limit_{0};
  Clock::time_point waiting_since_;
  std::vector<RankProgress::Effort> efforts_;  ///< of the ranks, at waiting_since_
  std::thread thread_;
};

/// Returns whether a rank that made no step between two looks waits in vain, not for a core: it is
/// not in the case, slept, or had its share of a core.
bool is_stuck(const RankProgress::Effort& before, const RankProgress::Effort& now,
              std::chrono::nanoseconds between);

}  // namespace tutti
