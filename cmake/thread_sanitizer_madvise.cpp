// Linked into all programs under the thread sanitizer. UCX intercepts the first madvise() that it
// finds. If that were libc's, UCX and tutti would also be notified of thread stacks that libc
// releases after the sanitizer has forgotten their threads.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>

extern "C" int madvise(void* address, std::size_t bytes, int advice) noexcept {
  return static_cast<int>(syscall(SYS_madvise, address, bytes, advice));
}
