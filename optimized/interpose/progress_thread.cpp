#include "optimized/interpose/progress_thread.hpp"

#include "optimized/active/active.hpp"
#include "optimized/fabric/waiting.hpp"

namespace tutti::interpose {

ProgressThread::ProgressThread() : thread_([this] { run(); }) {}

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
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ending_ || active::any_started(); });
    if (ending_) return;
    lock.unlock();
    fabric::Waiting waiting;
    while (active::any_started() && !ending_)
      if (active::progress_started())
        waiting.reset();
      else
        waiting.pause();
    lock.lock();
  }
}

}  // namespace tutti::interpose
