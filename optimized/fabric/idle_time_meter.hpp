#pragma once

#include <chrono>
#include <optional>

namespace tutti::fabric {

/// A timer that, while it lives, measures how long this thread waits (by Backoff) with a core that
/// no other thread needs. At most one at a time for each thread.
class IdleTimeMeter {
 public:
  /// Longest time between two polls that counts: a thread that takes longer had to wait for a core.
  static constexpr std::chrono::microseconds longest_alone{100};

  IdleTimeMeter();
  ~IdleTimeMeter();
  IdleTimeMeter(const IdleTimeMeter&) = delete;
  IdleTimeMeter& operator=(const IdleTimeMeter&) = delete;

  /// Returns the timer of this thread; null if there is none.
  static IdleTimeMeter* running();

  /// Notes that the thread polls. `again`: it has done nothing else since the last poll.
  void look(bool again);

  /// Returns the idle time; none if the thread never polled: waiting by other means is not seen.
  std::optional<double> seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> looked_;
  Clock::duration idle_{};
};

}  // namespace tutti::fabric
