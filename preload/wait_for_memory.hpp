#pragma once

#include <sys/socket.h>
#include <sys/uio.h>

#include <concepts>
#include <cstddef>

#include "optimized/overlap/protected_pages.hpp"

/// Functions that wait until memory is accessible. A system call may fail on protected pages
/// instead of waiting (with EFAULT, under mprotect), so memory must be accessible before it is
/// passed to the kernel.
namespace tutti::preload {

inline void wait_until_accessible(const void* memory, std::size_t bytes) {
  if (overlap::any_protected()) overlap::wait_until_accessible(memory, bytes);
}

inline void wait_until_accessible(const iovec* parts, std::integral auto count) {
  if (!overlap::any_protected()) return;
  for (decltype(count) i = 0; i < count; ++i)
    wait_until_accessible(parts[i].iov_base, parts[i].iov_len);
}

inline void wait_until_accessible(const msghdr& message) {
  wait_until_accessible(message.msg_name, message.msg_namelen);
  wait_until_accessible(message.msg_iov, message.msg_iovlen);
  wait_until_accessible(message.msg_control, message.msg_controllen);
}

}  // namespace tutti::preload
