#include "preload/progress_thread.hpp"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

#include "contract/blocked_signals.hpp"
#include "optimized/active_messages/engine.hpp"

namespace tutti::preload {
namespace {

using Clock = std::chrono::steady_clock;

/// The argument of sched_setattr(2), which glibc 2.36 does not declare.
struct SchedulingAttributes {
  std::uint32_t size = sizeof(SchedulingAttributes);
  std::uint32_t policy = SCHED_OTHER;
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime_ns = 0, deadline_ns = 0, period_ns = 0;
};

}  // namespace

ProgressThread::ProgressThread(Step step, std::function<void()> prepare)
    : step_(std::move(step)),
      prepare_(std::move(prepare)),
      thread_(thread_with_blocked_signals([this] { run(); })) {}

ProgressThread::~ProgressThread() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void ProgressThread::wake() {
  // The thread holds the mutex from its check until it sleeps, so that it cannot miss the
  // notification.
  { const std::scoped_lock lock(mutex_); }
  changed_.notify_one();
}

void ProgressThread::run() {
  prepare_();
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ending_ || active::any_started(); });
    if (ending_) return;
    lock.unlock();
    const auto begun = Clock::now();
    while (active::any_started() && !ending_) step_(Clock::now() - begun);
    lock.lock();
  }
}

/// Asks for a short time slice: Linux 6.12 and later favor threads that do.
void prefer_low_latency() {
  prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
  SchedulingAttributes attributes{.runtime_ns = 100'000};
  syscall(SYS_sched_setattr, 0, &attributes, 0U);
}

}  // namespace tutti::preload
