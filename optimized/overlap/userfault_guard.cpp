#include "optimized/overlap/userfault_guard.hpp"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

#include "optimized/overlap/page_move.hpp"

namespace tutti::overlap {
namespace {

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (*this) ::close(descriptor_);
  }
  File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  File& operator=(File&&) = delete;

  explicit operator bool() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

constexpr int flags = O_CLOEXEC | O_NONBLOCK;

File create_userfaultfd() {
  File file(static_cast<int>(syscall(SYS_userfaultfd, flags)));
  if (file) return file;
  const File device(open("/dev/userfaultfd", O_RDWR | O_CLOEXEC));
  return File(device ? ioctl(device.descriptor(), USERFAULTFD_IOC_NEW, flags) : -1);
}

/// None of the features: where pages are moved to, they are ordinary memory.
bool enable(const File& file) {
  uffdio_api api{};
  api.api = UFFD_API;
  return ioctl(file.descriptor(), UFFDIO_API, &api) == 0;
}

uffdio_range range_of(Pages pages) {
  return {.start = reinterpret_cast<std::uintptr_t>(pages.begin), .len = pages.bytes()};
}

/// Nobody reads the events: who touches a missing page of a registered range sleeps in the kernel
/// until woken, and then looks again.
class UserfaultGuard final : public Guard {
 public:
  explicit UserfaultGuard(File file) : file_(std::move(file)) {}

  std::string_view name() const override { return "userfaultfd"; }

 private:
  /// What is registered has all of its pages until they are moved away.
  bool take_away(const std::vector<Pages>& mappings, std::byte* stand_in) noexcept override {
    const Pages all{mappings.front().begin, mappings.back().end};
    if (watch(all) && move_all(mappings, stand_in)) return true;
    unwatch(all);
    return false;
  }

  /// What is moved back is not registered any more, and replaces what was.
  void put_back(Pages part, std::byte* stand_in) noexcept override {
    require(move_pages({stand_in, stand_in + part.bytes()}, part.begin),
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

  File file_;
};

}  // namespace

std::unique_ptr<Guard> make_userfault_guard() {
  File file = create_userfaultfd();
  if (!file || !enable(file)) return nullptr;
  return std::make_unique<UserfaultGuard>(std::move(file));
}

}  // namespace tutti::overlap
