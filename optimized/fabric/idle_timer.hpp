#pragma once

#include <chrono>
#include <optional>

namespace tutti::fabric {

/// While it lives, measures for how long this thread waits (by Waiting) with a core that nobody else wants.
/// One at a time for each thread.
class IdleTimer {
 public:
  /// Between two looks: whoever takes longer had to wait for a core.
  static constexpr std::chrono::microseconds longest_alone{100};

  IdleTimer();
  ~IdleTimer();
  IdleTimer(const IdleTimer&) = delete;
  IdleTimer& operator=(const IdleTimer&) = delete;

  /// That of this thread; null if there is none.
  static IdleTimer* running();

  /// The thread looks again, and has done nothing else since it last did if so.
  void look(bool again);

  /// None where the thread never looked: who waits elsewhere is not seen.
  std::optional<double> seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> looked_;
  Clock::duration idle_{};
};

}  // namespace tutti::fabric
