#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cassert>

#include "optimized/overlap/guard.hpp"
#include "optimized/overlap/remap_pages.hpp"
#include "optimized/overlap/sigsegv_handler.hpp"

namespace tutti::overlap {
namespace {

constexpr int nothing = PROT_NONE;
constexpr int everything = PROT_READ | PROT_WRITE;

/// Uses the system call directly: a preloaded library may export a function that waits for
/// protected pages.
bool allow(Pages pages, int access) noexcept {
  return syscall(SYS_mprotect, pages.begin, pages.bytes(), access) == 0;
}

class MprotectGuard final : public Guard {
 public:
  std::string_view name() const override { return "mprotect"; }

 private:
  /// Forbids accesses before the pages are moved, so that no thread sees empty pages. The original
  /// addresses stay inaccessible when the relocated pages become accessible.
  bool move_away(const std::vector<Pages>& mappings, std::byte* relocated) noexcept override {
    if (!catch_sigsegv()) return false;
    assert(!mappings.empty());
    const Pages all{mappings.front().begin, mappings.back().end};
    const Pages moved{relocated, relocated + all.bytes()};
    if (allow(all, nothing) && move_all(mappings, relocated)) {
      if (allow(moved, everything)) return true;
      for (const Pages& mapping : mappings)
        put_back(mapping, relocated + (mapping.begin - all.begin));
    }
    require(allow(all, everything), "tutti: cannot allow access to memory again");
    return false;
  }

  /// Wakes no thread: threads that wait for the pages sleep in the signal handler, not in the
  /// kernel's fault handling.
  void put_back(Pages part, std::byte* relocated) noexcept override {
    require(move_pages({relocated, relocated + part.bytes()}, part.begin),
            "tutti: cannot open memory");
  }
};

}  // namespace

std::unique_ptr<Guard> make_mprotect_guard() {
  if (!catch_sigsegv()) return nullptr;
  return std::make_unique<MprotectGuard>();
}

}  // namespace tutti::overlap
