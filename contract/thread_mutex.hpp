#pragma once

#include <mpi.h>

#include <mutex>

#include "contract/mpi_error.hpp"

namespace tutti {

/// A mutex that only counts where one thread calls MPI: that may lock it again, but a try tells that it
/// holds it already.
class ThreadMutex {
 public:
  ThreadMutex() {
    int provided = MPI_THREAD_SINGLE;
    check(PMPI_Query_thread(&provided));
    many_threads_ = provided == MPI_THREAD_MULTIPLE;
  }

  void lock() {
    if (many_threads_)
      mutex_.lock();
    else
      ++depth_;
  }
  bool try_lock() {
    if (many_threads_) return mutex_.try_lock();
    return depth_ == 0 && ++depth_;
  }
  void unlock() {
    if (many_threads_)
      mutex_.unlock();
    else
      --depth_;
  }

 private:
  bool many_threads_ = true;
  int depth_ = 0;
  std::mutex mutex_;
};

}  // namespace tutti
