#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace tutti::interpose {

/// Goes on with what was started, in a thread of its own: for programs whose threads may all call MPI,
/// since there the library's own progress must not. Asleep while nothing is under way.
class ProgressThread {
 public:
  /// `go_on` is called while something is under way: again at once if it returned true, else a nap later,
  /// or, without a nap, as fabric::Waiting says.
  explicit ProgressThread(std::function<bool()> go_on, std::chrono::microseconds nap = {});
  ~ProgressThread();
  ProgressThread(const ProgressThread&) = delete;
  ProgressThread& operator=(const ProgressThread&) = delete;

  /// Something was started.
  void wake();

 private:
  void run();
  void work();

  std::function<bool()> go_on_;
  std::chrono::microseconds nap_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

}  // namespace tutti::interpose
