#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace tutti::preload {

/// Goes on with what was started, in a thread of its own: for programs whose threads may all call MPI,
/// since there the library's own progress must not. Asleep while nothing is under way.
class ProgressThread {
 public:
  /// For how long something has been under way.
  using Step = std::function<void(std::chrono::nanoseconds)>;

  /// `step` is called over and over while something is under way, and pauses where there is nothing to do.
  /// `prepare` is called once, before, in the thread.
  explicit ProgressThread(
      Step step, std::function<void()> prepare = [] {});
  ~ProgressThread();
  ProgressThread(const ProgressThread&) = delete;
  ProgressThread& operator=(const ProgressThread&) = delete;

  /// Something was started.
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

/// For threads that sleep behind computations: naps end in time, and whoever computes makes room at once.
void become_punctual();

}  // namespace tutti::preload
