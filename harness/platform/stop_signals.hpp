#pragma once

#include <chrono>
#include <csignal>

namespace tutti {

/// Holds back the signals by which a user or a batch system ends this program (SIGINT, SIGTERM and
/// SIGHUP) during its lifetime, so that the program learns of them where it can stop what it
/// started and write what it has. To be made before other threads are started.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Waits for such a signal, for at most the time. Returns whether one has arrived so far.
  bool arrived_within(std::chrono::milliseconds time);
  bool arrived() { return arrived_within({}); }
  /// Returns the signal that arrived; 0 if none has.
  int signal() const { return signal_; }

 private:
  sigset_t held_;
  sigset_t before_;
  int signal_ = 0;
};

}  // namespace tutti
