#include "optimized/interpose/progress_thread.hpp"

#include <sys/prctl.h>

#include <utility>

#include "optimized/active/active.hpp"
#include "optimized/fabric/waiting.hpp"

namespace tutti::interpose {

ProgressThread::ProgressThread(std::function<bool()> go_on, std::chrono::microseconds nap)
    : go_on_(std::move(go_on)), nap_(nap), thread_([this] { run(); }) {}

ProgressThread::~ProgressThread() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void ProgressThread::wake() {
  // Whoever looks, and does not see it yet, holds the mutex until it sleeps.
  { const std::scoped_lock lock(mutex_); }
  changed_.notify_one();
}

void ProgressThread::run() {
  // Naps would last 50 us longer than they should.
  prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ending_ || active::any_started(); });
    if (ending_) return;
    lock.unlock();
    work();
    lock.lock();
  }
}

void ProgressThread::work() {
  fabric::Waiting waiting;
  while (active::any_started() && !ending_)
    if (go_on_())
      waiting.reset();
    else if (nap_ > nap_.zero())
      std::this_thread::sleep_for(nap_);
    else
      waiting.pause();
}

}  // namespace tutti::interpose
