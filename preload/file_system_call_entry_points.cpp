// Functions of the C library that pass memory to the kernel, to read from a file into it or to
// write it to a file.
#include <aio.h>
#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include "optimized/fabric/next_symbol.hpp"
#include "preload/wait_for_memory.hpp"

using tutti::next_symbol;
using tutti::preload::wait_until_accessible;

/// Waits until the memory of the request is accessible. Threads of the C library make the system
/// call later, but the program must not touch the memory before it has asked for the result.
static void wait_until_accessible(const aiocb& request) {
  wait_until_accessible(const_cast<const void*>(request.aio_buf), request.aio_nbytes);
}

static_assert(sizeof(off_t) == sizeof(off64_t), "pwrite64() and the like would be others");

extern "C" {

ssize_t write(int file, const void* data, std::size_t bytes) {
  wait_until_accessible(data, bytes);
  return next_symbol<write>("write")(file, data, bytes);
}

ssize_t pwrite(int file, const void* data, std::size_t bytes, off_t offset) {
  wait_until_accessible(data, bytes);
  return next_symbol<pwrite>("pwrite")(file, data, bytes, offset);
}

ssize_t writev(int file, const iovec* parts, int count) {
  wait_until_accessible(parts, count);
  return next_symbol<writev>("writev")(file, parts, count);
}

ssize_t pwritev(int file, const iovec* parts, int count, off_t offset) {
  wait_until_accessible(parts, count);
  return next_symbol<pwritev>("pwritev")(file, parts, count, offset);
}

ssize_t pwritev2(int file, const iovec* parts, int count, off_t offset, int flags) {
  wait_until_accessible(parts, count);
  return next_symbol<pwritev2>("pwritev2")(file, parts, count, offset, flags);
}

ssize_t vmsplice(int pipe, const iovec* parts, std::size_t count, unsigned flags) {
  wait_until_accessible(parts, count);
  return next_symbol<vmsplice>("vmsplice")(pipe, parts, count, flags);
}

ssize_t read(int file, void* data, std::size_t bytes) {
  wait_until_accessible(data, bytes);
  return next_symbol<read>("read")(file, data, bytes);
}

ssize_t pread(int file, void* data, std::size_t bytes, off_t offset) {
  wait_until_accessible(data, bytes);
  return next_symbol<pread>("pread")(file, data, bytes, offset);
}

ssize_t readv(int file, const iovec* parts, int count) {
  wait_until_accessible(parts, count);
  return next_symbol<readv>("readv")(file, parts, count);
}

ssize_t preadv(int file, const iovec* parts, int count, off_t offset) {
  wait_until_accessible(parts, count);
  return next_symbol<preadv>("preadv")(file, parts, count, offset);
}

ssize_t preadv2(int file, const iovec* parts, int count, off_t offset, int flags) {
  wait_until_accessible(parts, count);
  return next_symbol<preadv2>("preadv2")(file, parts, count, offset, flags);
}

int aio_write(aiocb* request) noexcept {
  wait_until_accessible(*request);
  return next_symbol<aio_write>("aio_write")(request);
}

int aio_read(aiocb* request) noexcept {
  wait_until_accessible(*request);
  return next_symbol<aio_read>("aio_read")(request);
}

int lio_listio(int mode, aiocb* const* requests, int count, sigevent* event) noexcept {
  for (int i = 0; i < count; ++i)
    if (requests[i]) wait_until_accessible(*requests[i]);
  return next_symbol<lio_listio>("lio_listio")(mode, requests, count, event);
}

ssize_t getrandom(void* data, std::size_t bytes, unsigned flags) {
  wait_until_accessible(data, bytes);
  return next_symbol<getrandom>("getrandom")(data, bytes, flags);
}

int getentropy(void* data, std::size_t bytes) {
  wait_until_accessible(data, bytes);
  return next_symbol<getentropy>("getentropy")(data, bytes);
}

// Functions that programs call if they are compiled with _FORTIFY_SOURCE.
ssize_t checked_read(int file, void* data, std::size_t bytes, std::size_t room) asm("__read_chk");
ssize_t checked_pread(int file, void* data, std::size_t bytes, off_t offset,
                      std::size_t room) asm("__pread_chk");

ssize_t checked_read(int file, void* data, std::size_t bytes, std::size_t room) {
  wait_until_accessible(data, bytes);
  return next_symbol<checked_read>("__read_chk")(file, data, bytes, room);
}

ssize_t checked_pread(int file, void* data, std::size_t bytes, off_t offset, std::size_t room) {
  wait_until_accessible(data, bytes);
  return next_symbol<checked_pread>("__pread_chk")(file, data, bytes, offset, room);
}

}  // extern "C"
