#include "optimized/overlap/remap_pages.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace tutti::overlap {

/// Uses the system call directly: libraries that intercept the C library's function, as UCX does,
/// would assume that the memory is gone.
bool move_pages(Pages pages, std::byte* target) noexcept {
  return syscall(SYS_mremap, pages.begin, pages.bytes(), pages.bytes(),
                 MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP,
                 target) == reinterpret_cast<long>(target);
}

void require(bool done, const char* what) noexcept {
  if (done) return;
  std::perror(what);
  std::abort();
}

}  // namespace tutti::overlap
