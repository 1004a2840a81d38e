#pragma once

#include <pthread.h>

#include <csignal>
#include <mutex>
#include <thread>
#include <utility>

namespace tutti {

/// Blocks all signals of the calling thread except those that its own faults raise. Returns the
/// previous signal mask.
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

/// Blocks the signals of the calling thread during its lifetime. A signal handler of the program
/// might otherwise wait for something that other threads can do only after this one continues.
class BlockedSignals {
 public:
  BlockedSignals() noexcept : before_(block_signals()) {}
  ~BlockedSignals() { restore_signals(before_); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_;
};

/// A scoped lock whose holder has its signals blocked: a signal handler might wait for another
/// thread that needs the same mutex.
template <class Mutex>
class SignalBlockingLock {
 public:
  explicit SignalBlockingLock(Mutex& mutex) : lock_(mutex) {}

 private:
  BlockedSignals held_;
  std::scoped_lock<Mutex> lock_;
};

/// Starts a thread in which signals are blocked, so that it never runs signal handlers of the
/// program, which does not know of this thread.
template <class Body>
std::thread thread_with_blocked_signals(Body body) {
  const BlockedSignals inherited;
  return std::thread(std::move(body));
}

}  // namespace tutti
