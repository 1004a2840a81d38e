#pragma once

namespace tutti::preload {

/// While an object lives, threads that its thread starts belong to the MPI library, and all signals
/// are blocked in them. Handlers of the program would otherwise run in them whenever the starting
/// thread blocks signals, beside a program that may have only one thread.
class LibraryThreads {
 public:
  LibraryThreads() noexcept { started_ = true; }
  ~LibraryThreads() { started_ = false; }
  LibraryThreads(const LibraryThreads&) = delete;
  LibraryThreads& operator=(const LibraryThreads&) = delete;

  /// Returns true if threads that the calling thread starts now belong to the library.
  static bool are_started() noexcept { return started_; }

 private:
  inline static constinit thread_local bool started_ = false;
};

}  // namespace tutti::preload
