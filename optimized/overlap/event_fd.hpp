#pragma once

#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

#include "optimized/overlap/file_descriptor.hpp"

namespace tutti::overlap {

/// Wakes who waits for its file, an eventfd, to be readable. Rung also in signal handlers.
///
/// All by the system calls themselves: a preloaded library may export functions that wait for closed pages.
class EventFd {
 public:
  /// Throws std::system_error.
  EventFd() : file_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!file_) throw std::system_error(errno, std::generic_category(), "eventfd");
  }

  int descriptor() const { return file_.descriptor(); }
  void notify() const noexcept { notify(descriptor()); }
  /// The bell that has this file.
  static void notify(int descriptor) noexcept {
    const std::uint64_t once = 1;
    syscall(SYS_write, descriptor, &once, sizeof once);
  }
  /// Until it is rung again, its file is not readable.
  void drain() const noexcept {
    std::uint64_t rung = 0;
    syscall(SYS_read, descriptor(), &rung, sizeof rung);
  }

 private:
  FileDescriptor file_;
};

}  // namespace tutti::overlap
