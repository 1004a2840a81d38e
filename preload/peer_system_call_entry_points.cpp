// Functions of the C library that pass memory to the kernel, to send it to another process or to
// receive from one.
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <span>

#include "optimized/fabric/next_symbol.hpp"
#include "preload/wait_for_memory.hpp"

using tutti::next_symbol;
using tutti::preload::wait_until_accessible;

static void wait_until_accessible(std::span<const mmsghdr> messages) {
  if (!tutti::overlap::any_protected()) return;
  for (const mmsghdr& message : messages) wait_until_accessible(message.msg_hdr);
}

/// Waits until the memory is accessible if it is this process's own. Memory of another process is
/// not its concern.
static void wait_until_open_in(pid_t process, const iovec* parts, std::size_t count) {
  if (process == getpid()) wait_until_accessible(parts, count);
}

extern "C" {

ssize_t send(int socket, const void* data, std::size_t bytes, int flags) {
  wait_until_accessible(data, bytes);
  return next_symbol<send>("send")(socket, data, bytes, flags);
}

ssize_t sendto(int socket, const void* data, std::size_t bytes, int flags, const sockaddr* to,
               socklen_t to_bytes) {
  wait_until_accessible(data, bytes);
  wait_until_accessible(to, to_bytes);
  return next_symbol<sendto>("sendto")(socket, data, bytes, flags, to, to_bytes);
}

ssize_t sendmsg(int socket, const msghdr* message, int flags) {
  wait_until_accessible(*message);
  return next_symbol<sendmsg>("sendmsg")(socket, message, flags);
}

int sendmmsg(int socket, mmsghdr* messages, unsigned count, int flags) {
  wait_until_accessible(std::span<const mmsghdr>(messages, count));
  return next_symbol<sendmmsg>("sendmmsg")(socket, messages, count, flags);
}

ssize_t recv(int socket, void* data, std::size_t bytes, int flags) {
  wait_until_accessible(data, bytes);
  return next_symbol<recv>("recv")(socket, data, bytes, flags);
}

ssize_t recvfrom(int socket, void* data, std::size_t bytes, int flags, sockaddr* from,
                 socklen_t* from_bytes) {
  wait_until_accessible(data, bytes);
  if (from) wait_until_accessible(from, *from_bytes);
  return next_symbol<recvfrom>("recvfrom")(socket, data, bytes, flags, from, from_bytes);
}

ssize_t recvmsg(int socket, msghdr* message, int flags) {
  wait_until_accessible(*message);
  return next_symbol<recvmsg>("recvmsg")(socket, message, flags);
}

int recvmmsg(int socket, mmsghdr* messages, unsigned count, int flags, timespec* timeout) {
  wait_until_accessible(std::span<const mmsghdr>(messages, count));
  return next_symbol<recvmmsg>("recvmmsg")(socket, messages, count, flags, timeout);
}

ssize_t process_vm_readv(pid_t process, const iovec* to, unsigned long to_count, const iovec* from,
                         unsigned long from_count, unsigned long flags) noexcept {
  wait_until_accessible(to, to_count);
  wait_until_open_in(process, from, from_count);
  return next_symbol<process_vm_readv>("process_vm_readv")(process, to, to_count, from, from_count,
                                                           flags);
}

ssize_t process_vm_writev(pid_t process, const iovec* from, unsigned long from_count,
                          const iovec* to, unsigned long to_count, unsigned long flags) noexcept {
  wait_until_accessible(from, from_count);
  wait_until_open_in(process, to, to_count);
  return next_symbol<process_vm_writev>("process_vm_writev")(process, from, from_count, to,
                                                             to_count, flags);
}

// Functions that programs call if they are compiled with _FORTIFY_SOURCE.
ssize_t checked_recv(int socket, void* data, std::size_t bytes, std::size_t room,
                     int flags) asm("__recv_chk");
ssize_t checked_recvfrom(int socket, void* data, std::size_t bytes, std::size_t room, int flags,
                         sockaddr* from, socklen_t* from_bytes) asm("__recvfrom_chk");

ssize_t checked_recv(int socket, void* data, std::size_t bytes, std::size_t room, int flags) {
  wait_until_accessible(data, bytes);
  return next_symbol<checked_recv>("__recv_chk")(socket, data, bytes, room, flags);
}

ssize_t checked_recvfrom(int socket, void* data, std::size_t bytes, std::size_t room, int flags,
                         sockaddr* from, socklen_t* from_bytes) {
  wait_until_accessible(data, bytes);
  if (from) wait_until_accessible(from, *from_bytes);
  return next_symbol<checked_recvfrom>("__recvfrom_chk")(socket, data, bytes, room, flags, from,
                                                         from_bytes);
}

}  // extern "C"
