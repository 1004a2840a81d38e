#pragma once

namespace tutti::preload {

/// While it lives, threads that this one starts belong to the MPI library, and run no handlers of the
/// program's: those would run there whenever this thread keeps them out, beside a program that may have
/// but one thread.
class LibraryThreads {
 public:
  LibraryThreads() noexcept { started_ = true; }
  ~LibraryThreads() { started_ = false; }
  LibraryThreads(const LibraryThreads&) = delete;
  LibraryThreads& operator=(const LibraryThreads&) = delete;

  /// Whether such are started now.
  static bool are_started() noexcept { return started_; }

 private:
  inline static constinit thread_local bool started_ = false;
};

}  // namespace tutti::preload
