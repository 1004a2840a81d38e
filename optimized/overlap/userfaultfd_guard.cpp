#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cassert>
#include <span>
#include <utility>

#include "optimized/overlap/file_descriptor.hpp"
#include "optimized/overlap/guard.hpp"
#include "optimized/overlap/protected_pages.hpp"
#include "optimized/overlap/remap_pages.hpp"

namespace tutti::overlap {
namespace {

constexpr int flags = O_CLOEXEC | O_NONBLOCK;

FileDescriptor create_userfaultfd() {
  FileDescriptor file(static_cast<int>(syscall(SYS_userfaultfd, flags)));
  if (file) return file;
  const FileDescriptor device(open("/dev/userfaultfd", O_RDWR | O_CLOEXEC));
  return FileDescriptor(device ? ioctl(device.descriptor(), USERFAULTFD_IOC_NEW, flags) : -1);
}

/// Enables userfaultfd without optional features: relocated pages are ordinary memory.
bool enable(const FileDescriptor& file) {
  uffdio_api api{};
  api.api = UFFD_API;
  return ioctl(file.descriptor(), UFFDIO_API, &api) == 0;
}

uffdio_range range_of(Pages pages) {
  return {.start = reinterpret_cast<std::uintptr_t>(pages.begin), .len = pages.bytes()};
}

/// A guard with which accesses to missing pages of a registered range sleep in the kernel until
/// woken, and are then repeated. Events are read only to learn which pages are urgent: threads are
/// woken whether or not their events were read.
class UserfaultfdGuard final : public Guard {
 public:
  explicit UserfaultfdGuard(FileDescriptor file) : file_(std::move(file)) {}

  std::string_view name() const override { return "userfaultfd"; }

  /// Uses the system call directly: a preloaded library may export a function that waits for
  /// protected pages.
  void notice_faults() noexcept override {
    std::array<uffd_msg, 16> events;
    std::size_t found = events.size();
    while (found == events.size()) {
      const long bytes = syscall(SYS_read, file_.descriptor(), events.data(), sizeof events);
      found = bytes > 0 ? static_cast<std::size_t>(bytes) / sizeof(uffd_msg) : 0;
      for (const uffd_msg& event : std::span(events).first(found))
        want(reinterpret_cast<const void*>(event.arg.pagefault.address), 1);
    }
  }

  int faults_file() const override { return file_.descriptor(); }

 private:
  /// Registers the pages before the move: pages that are present cause no faults until they are
  /// moved away.
  bool move_away(const std::vector<Pages>& mappings, std::byte* relocated) noexcept override {
    assert(!mappings.empty());
    const Pages all{mappings.front().begin, mappings.back().end};
    if (watch(all) && move_all(mappings, relocated)) return true;
    unwatch(all);
    return false;
  }

  /// Moves pages back: they replace the registered ones, and are not registered any more.
  void put_back(Pages part, std::byte* relocated) noexcept override {
    require(move_pages({relocated, relocated + part.bytes()}, part.begin),
            "tutti: cannot open memory");
    wake(part);
  }

  bool watch(Pages pages) noexcept {
    uffdio_register registration{};
    registration.range = range_of(pages);
    registration.mode = UFFDIO_REGISTER_MODE_MISSING;
    return ioctl(file_.descriptor(), UFFDIO_REGISTER, &registration) == 0;
  }

  void unwatch(Pages pages) noexcept {
    uffdio_range range = range_of(pages);
    ioctl(file_.descriptor(), UFFDIO_UNREGISTER, &range);
    wake(pages);
  }

  void wake(Pages pages) noexcept {
    uffdio_range range = range_of(pages);
    require(ioctl(file_.descriptor(), UFFDIO_WAKE, &range) == 0,
            "tutti: cannot wake who waits for memory");
  }

  FileDescriptor file_;
};

}  // namespace

std::unique_ptr<Guard> make_userfaultfd_guard() {
  FileDescriptor file = create_userfaultfd();
  if (!file || !enable(file)) return nullptr;
  return std::make_unique<UserfaultfdGuard>(std::move(file));
}

}  // namespace tutti::overlap
