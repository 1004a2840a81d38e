// Linked into all programs under the thread sanitizer. UCX watches the first madvise() that it finds: were
// it libc's, UCX and we would also hear of stacks that libc gives back when the sanitizer has given up
// their threads.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>

extern "C" int madvise(void* address, std::size_t bytes, int advice) noexcept {
  return static_cast<int>(syscall(SYS_madvise, address, bytes, advice));
}
