// Functions of the C library that give away memory, change who may touch it, or hand it to the kernel: what
// of it is closed is open before they begin.
#include <malloc.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "optimized/fabric/beneath.hpp"
#include "optimized/overlap/closed_pages.hpp"

namespace {

using tutti::beneath;
using tutti::overlap::any_closed;
using tutti::overlap::wait_until_open;

void open(const void* address, std::size_t bytes) {
  if (any_closed()) wait_until_open(address, bytes);
}

void open_allocated(void* memory) {
  if (memory && any_closed()) wait_until_open(memory, malloc_usable_size(memory));
}

void open(const iovec* parts, int count) {
  if (!any_closed()) return;
  for (int i = 0; i < count; ++i) wait_until_open(parts[i].iov_base, parts[i].iov_len);
}

void open(const msghdr* message) { open(message->msg_iov, static_cast<int>(message->msg_iovlen)); }

}  // namespace

extern "C" {

// The allocator writes into what it gets back, while it holds a lock.
void free(void* memory) {
  static auto* const next = beneath<decltype(free)>("free");
  open_allocated(memory);
  next(memory);
}

void* realloc(void* memory, std::size_t bytes) {
  static auto* const next = beneath<decltype(realloc)>("realloc");
  open_allocated(memory);
  return next(memory, bytes);
}

void* reallocarray(void* memory, std::size_t count, std::size_t bytes) {
  static auto* const next = beneath<decltype(reallocarray)>("reallocarray");
  open_allocated(memory);
  return next(memory, count, bytes);
}

void* mremap(void* memory, std::size_t bytes, std::size_t new_bytes, int flags, ...) {
  static auto* const next = beneath<decltype(mremap)>("mremap");
  std::va_list arguments;
  va_start(arguments, flags);
  void* const target = va_arg(arguments, void*);
  va_end(arguments);
  open(memory, bytes);
  return next(memory, bytes, new_bytes, flags, target);
}

int mprotect(void* memory, std::size_t bytes, int access) {
  static auto* const next = beneath<decltype(mprotect)>("mprotect");
  open(memory, bytes);
  return next(memory, bytes, access);
}

// A system call that meets pages without access fails, it does not wait.
ssize_t write(int file, const void* data, std::size_t bytes) {
  static auto* const next = beneath<decltype(write)>("write");
  open(data, bytes);
  return next(file, data, bytes);
}

ssize_t pwrite(int file, const void* data, std::size_t bytes, off_t offset) {
  static auto* const next = beneath<decltype(pwrite)>("pwrite");
  open(data, bytes);
  return next(file, data, bytes, offset);
}

ssize_t writev(int file, const iovec* parts, int count) {
  static auto* const next = beneath<decltype(writev)>("writev");
  open(parts, count);
  return next(file, parts, count);
}

ssize_t read(int file, void* data, std::size_t bytes) {
  static auto* const next = beneath<decltype(read)>("read");
  open(data, bytes);
  return next(file, data, bytes);
}

ssize_t pread(int file, void* data, std::size_t bytes, off_t offset) {
  static auto* const next = beneath<decltype(pread)>("pread");
  open(data, bytes);
  return next(file, data, bytes, offset);
}

ssize_t readv(int file, const iovec* parts, int count) {
  static auto* const next = beneath<decltype(readv)>("readv");
  open(parts, count);
  return next(file, parts, count);
}

ssize_t send(int socket, const void* data, std::size_t bytes, int flags) {
  static auto* const next = beneath<decltype(send)>("send");
  open(data, bytes);
  return next(socket, data, bytes, flags);
}

ssize_t recv(int socket, void* data, std::size_t bytes, int flags) {
  static auto* const next = beneath<decltype(recv)>("recv");
  open(data, bytes);
  return next(socket, data, bytes, flags);
}

ssize_t sendmsg(int socket, const msghdr* message, int flags) {
  static auto* const next = beneath<decltype(sendmsg)>("sendmsg");
  open(message);
  return next(socket, message, flags);
}

ssize_t recvmsg(int socket, msghdr* message, int flags) {
  static auto* const next = beneath<decltype(recvmsg)>("recvmsg");
  open(message);
  return next(socket, message, flags);
}

// The C library's streams call the kernel without passing through the functions above.
std::size_t fwrite(const void* data, std::size_t bytes, std::size_t count, FILE* stream) {
  static auto* const next = beneath<decltype(fwrite)>("fwrite");
  open(data, bytes * count);
  return next(data, bytes, count, stream);
}

std::size_t fread(void* data, std::size_t bytes, std::size_t count, FILE* stream) {
  static auto* const next = beneath<decltype(fread)>("fread");
  open(data, bytes * count);
  return next(data, bytes, count, stream);
}

}  // extern "C"
