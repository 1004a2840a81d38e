#pragma once

namespace tutti::fabric {

/// Returns true if the launcher started more ranks on this machine than there are cores for them.
bool is_oversubscribed();

/// The pauses of a thread that polls: none at first, then it yields its core, then it sleeps for
/// moments. A rank that waits for a late one must not take processor time from it.
class Backoff {
 public:
  /// Pauses after a poll that found nothing.
  void pause();
  /// Starts anew after a poll that found something.
  void reset() { turns_ = 0; }
  /// Returns true every now and then: time for tasks that are seldom needed.
  bool is_chore_due() const { return turns_ % turns_between_chores == turns_between_chores - 1; }
  /// Returns true some times a second: time to check for failures.
  bool is_check_due() const { return turns_ % turns_between_doubts == turns_between_doubts - 1; }

 private:
  static constexpr unsigned turns_between_chores = 256;
  static constexpr unsigned turns_between_doubts = 16384;
  unsigned turns_ = 0;
};

}  // namespace tutti::fabric
