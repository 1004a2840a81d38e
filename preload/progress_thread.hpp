#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace tutti::preload {

/// A thread that advances started collectives. For programs under MPI_THREAD_MULTIPLE: there the
/// hooks into the MPI library's progress may not advance them, since they run with its locks held.
/// Sleeps while no collective is started.
class ProgressThread {
 public:
  /// A step of progress; the argument is for how long collectives have been pending.
  using Step = std::function<void(std::chrono::nanoseconds)>;

  /// `step` is called repeatedly while collectives are pending, and sleeps if it has nothing to do.
  /// `prepare` is called once, before, in the thread.
  explicit ProgressThread(
      Step step, std::function<void()> prepare = [] {});
  ~ProgressThread();
  ProgressThread(const ProgressThread&) = delete;
  ProgressThread& operator=(const ProgressThread&) = delete;

  /// Wakes the thread after a collective was started.
  void wake();

 private:
  void run();

  Step step_;
  std::function<void()> prepare_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

/// Makes the calling thread wake up on time from short sleeps, and preempt threads that compute.
void prefer_low_latency();

}  // namespace tutti::preload
