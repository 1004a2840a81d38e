#pragma once

#include <mpi.h>

#include <mutex>

#include "contract/mpi_error.hpp"

namespace tutti {

/// A mutex that does nothing where only one thread calls MPI.
class ThreadMutex {
 public:
  ThreadMutex() {
    int provided = MPI_THREAD_SINGLE;
    check(PMPI_Query_thread(&provided));
    many_threads_ = provided == MPI_THREAD_MULTIPLE;
  }

  void lock() {
    if (many_threads_) mutex_.lock();
  }
  bool try_lock() { return !many_threads_ || mutex_.try_lock(); }
  void unlock() {
    if (many_threads_) mutex_.unlock();
  }

 private:
  bool many_threads_ = true;
  std::mutex mutex_;
};

}  // namespace tutti
