#pragma once

namespace tutti::fabric {

/// True if the launcher started more ranks on this machine than there are cores for them.
bool is_oversubscribed();

/// What to do while nothing happens: look again at once, then let others have the core, then sleep
/// for moments. A rank that waits for a late one must not take that one's time.
class Backoff {
 public:
  /// After a look that found nothing.
  void pause();
  /// After one that found something.
  void reset() { turns_ = 0; }
  /// True every now and then: time to look after what is seldom.
  bool is_long() const { return turns_ % turns_between_chores == turns_between_chores - 1; }
  /// True some times a second: time to ask if all is well.
  bool is_very_long() const { return turns_ % turns_between_doubts == turns_between_doubts - 1; }

 private:
  static constexpr unsigned turns_between_chores = 256;
  static constexpr unsigned turns_between_doubts = 16384;
  unsigned turns_ = 0;
};

}  // namespace tutti::fabric
