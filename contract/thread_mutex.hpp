#pragma once

#include <mpi.h>

#include <atomic>
#include <mutex>
#include <optional>

#include "contract/blocked_signals.hpp"
#include "contract/mpi_error.hpp"

namespace tutti {

/// A mutex that is only a counter unless MPI was initialized with MPI_THREAD_MULTIPLE. As a counter
/// it may be locked again by the one thread that calls MPI, but try_lock() fails while it is
/// locked.
class ThreadMutex {
 public:
  ThreadMutex() {
    int provided = MPI_THREAD_SINGLE;
    check(PMPI_Query_thread(&provided));
    many_threads_ = provided == MPI_THREAD_MULTIPLE;
  }

  /// Makes every later lock of such a mutex block the signals of its holder: a signal handler might
  /// wait for another thread that needs the same mutex. Applies to all mutexes of the process.
  static void block_signals_while_locked() { without_handlers_ = true; }

  void lock() {
    if (!many_threads_) {
      ++depth_;
      return;
    }
    const auto before = blocked_signals();
    mutex_.lock();
    before_ = before;
  }
  bool try_lock() {
    if (!many_threads_) return depth_ == 0 && ++depth_;
    const auto before = blocked_signals();
    if (mutex_.try_lock()) {
      before_ = before;
      return true;
    }
    if (before) restore_signals(*before);
    return false;
  }
  void unlock() {
    if (!many_threads_) {
      --depth_;
      return;
    }
    const auto before = before_;
    mutex_.unlock();
    if (before) restore_signals(*before);
  }

 private:
  static std::optional<sigset_t> blocked_signals() {
    return without_handlers_ ? std::optional(block_signals()) : std::nullopt;
  }

  inline static std::atomic<bool> without_handlers_ = false;

  bool many_threads_ = true;
  int depth_ = 0;
  std::mutex mutex_;
  std::optional<sigset_t> before_;  ///< signal mask of the holder before it locked
};

}  // namespace tutti
