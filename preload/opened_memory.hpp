#pragma once

#include <sys/socket.h>
#include <sys/uio.h>

#include <concepts>
#include <cstddef>

#include "optimized/overlap/closed_pages.hpp"

/// A system call that meets closed pages fails, it does not wait: who hands memory to the kernel has to wait
/// before.
namespace tutti::interpose {

inline void wait_until_open(const void* memory, std::size_t bytes) {
  if (overlap::any_closed()) overlap::wait_until_open(memory, bytes);
}

inline void wait_until_open(const iovec* parts, std::integral auto count) {
  if (!overlap::any_closed()) return;
  for (decltype(count) i = 0; i < count; ++i) wait_until_open(parts[i].iov_base, parts[i].iov_len);
}

inline void wait_until_open(const msghdr& message) {
  wait_until_open(message.msg_name, message.msg_namelen);
  wait_until_open(message.msg_iov, message.msg_iovlen);
  wait_until_open(message.msg_control, message.msg_controllen);
}

}  // namespace tutti::interpose
