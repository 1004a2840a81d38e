#pragma once

namespace tutti::interpose {

/// While one lives, threads that this one starts belong to the MPI library, and run no handlers of the
/// program's: those would run there whenever this thread keeps them out, beside a program that may have
/// but one thread.
class LibraryThreads {
 public:
  LibraryThreads() noexcept : before_(begin_) { begin_ = true; }
  ~LibraryThreads() { begin_ = before_; }
  LibraryThreads(const LibraryThreads&) = delete;
  LibraryThreads& operator=(const LibraryThreads&) = delete;

  /// Whether those are what is started now.
  static bool begin() noexcept { return begin_; }

 private:
  inline static constinit thread_local bool begin_ = false;

  bool before_;
};

}  // namespace tutti::interpose
