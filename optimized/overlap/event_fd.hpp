#pragma once

#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

#include "optimized/overlap/file_descriptor.hpp"

namespace tutti::overlap {

/// An event fd, which wakes the thread that polls it. May be notified in signal handlers.
///
/// Uses the system calls directly: a preloaded library may export functions that wait for protected
/// pages.
class EventFd {
 public:
  /// Throws std::system_error.
  EventFd() : file_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!file_) throw std::system_error(errno, std::generic_category(), "eventfd");
  }

  int descriptor() const { return file_.descriptor(); }
  void notify() const noexcept { notify(descriptor()); }
  /// Notifies the event fd with this descriptor.
  static void notify(int descriptor) noexcept {
    const std::uint64_t once = 1;
    syscall(SYS_write, descriptor, &once, sizeof once);
  }
  /// Makes the event fd unreadable until the next notification.
  void drain() const noexcept {
    std::uint64_t count = 0;
    syscall(SYS_read, descriptor(), &count, sizeof count);
  }

 private:
  FileDescriptor file_;
};

}  // namespace tutti::overlap
