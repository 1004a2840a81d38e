#pragma once

#include <pthread.h>

#include <csignal>
#include <mutex>
#include <thread>
#include <utility>

namespace tutti {

/// From now on this thread runs no handlers but those of its own faults. Returns what was so before.
inline sigset_t block_signals() noexcept {
  sigset_t held, before;
  sigfillset(&held);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) sigdelset(&held, fault);
  pthread_sigmask(SIG_BLOCK, &held, &before);
  return before;
}

inline void restore_signals(const sigset_t& before) noexcept {
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// No handlers while this lives: one of the program's might wait for what others need this thread for.
class BlockedSignals {
 public:
  BlockedSignals() noexcept : before_(block_signals()) {}
  ~BlockedSignals() { restore_signals(before_); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_;
};

/// A lock whose holder runs no handlers: these may wait for what a thread does that needs it, too.
template <class Mutex>
class SignalBlockingLock {
 public:
  explicit SignalBlockingLock(Mutex& mutex) : lock_(mutex) {}

 private:
  BlockedSignals held_;
  std::scoped_lock<Mutex> lock_;
};

/// A thread that never runs handlers of the program's, which knows nothing of it.
template <class Body>
std::thread thread_with_blocked_signals(Body body) {
  const BlockedSignals inherited;
  return std::thread(std::move(body));
}

}  // namespace tutti
