#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "harness/runner/rank_progress.hpp"

namespace tutti {

/// Ends the process when a case hangs, since a rank that hangs inside MPI cannot be called back. A case hangs if no
/// rank has come further for some time, although none lacked a core: on few cores many ranks are slow. One thread per
/// rank; it never calls MPI.
class Watchdog {
 public:
  /// `on_hang` runs once, in the thread of the watchdog, before this process and all others of the job end with
  /// status 1. `on_look` runs there some times a second while a case runs. Neither runs while arm() or disarm() does.
  /// A rank without them only follows the others.
  explicit Watchdog(RankProgress& progress, std::function<void()> on_hang = {},
                    std::function<void()> on_look = {});
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// From here on until disarm() a case runs, in which some rank must come further within that time.
  void arm(std::chrono::milliseconds limit);
  /// The case has ended.
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
  std::vector<RankProgress::Effort> efforts_;  ///< of the ranks, at that time
  std::thread thread_;
};

/// Whether a rank that did no step between two looks waits for something that does not come: it slept, or had its
/// share of a core.
bool waits_in_vain(const RankProgress::Effort& before, const RankProgress::Effort& now,
                   std::chrono::nanoseconds between);

}  // namespace tutti
