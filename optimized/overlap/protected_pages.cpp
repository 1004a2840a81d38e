#include "optimized/overlap/protected_pages.hpp"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <limits>
#include <mutex>
#include <utility>

#include "contract/blocked_signals.hpp"
#include "optimized/overlap/event_fd.hpp"
#include "optimized/overlap/page_bits.hpp"
#include "optimized/overlap/sub_messages.hpp"

namespace tutti::overlap {

constexpr int no_bell = -1;

/// A place of the list. Signal handlers read it without a lock, which its holder might be waiting
/// for: they look again if it was changed meanwhile.
class ProtectedRange {
 public:
  bool is_free() const { return pages_.empty(); }
  Pages pages() const { return pages_; }
  /// False if there is no memory for it.
  bool start(Pages pages);
  void finish() { publish({}); }

  bool has_closed(Pages among) const noexcept { return look(among) != nullptr; }
  bool want(Pages among) noexcept;
  const std::byte* last_wanted() const noexcept { return last_wanted_; }
  std::uint64_t take_wanted() noexcept { return wanted_.exchange(0); }
  void notify_when_wanted(int event_fd) noexcept { event_fd_ = event_fd; }
  Pages first_protected(Pages among) const noexcept;
  void clear(Pages part) noexcept;

 private:
  bool make_room(std::size_t pages);
  std::byte* look(Pages among) const noexcept;
  void publish(Pages pages);

  Pages pages_;            ///< the same as below, for whoever holds the range
  std::size_t words_ = 0;  ///< that there is room for

  std::atomic<std::uint32_t> version_ = 0;  ///< odd while the range starts or finishes
  std::atomic<std::byte*> first_ = nullptr, last_ = nullptr;
  std::atomic<PageBits::Word*> bits_ = nullptr;
  std::atomic<const std::byte*> last_wanted_ = nullptr;
  std::atomic<std::uint64_t> wanted_ = 0;  ///< a bit for each sub-message
  std::atomic<int> event_fd_ = no_bell;
};

namespace {

constexpr std::size_t ranges_max = 64;

constinit std::array<ProtectedRange, ranges_max> ranges;
constinit std::mutex ranges_mutex;  ///< for whoever starts or finishes one
constinit std::atomic<std::size_t> closed_count = 0;
constinit std::atomic<std::uint32_t> opened_count = 0;
constinit std::atomic<std::uint32_t> waiting = 0;

/// Sleeps unless something has been opened since `seen`.
void sleep_until_opened(std::uint32_t seen) {
  syscall(SYS_futex, &opened_count, FUTEX_WAIT_PRIVATE, seen, nullptr, nullptr, 0);
}

void wake_all() {
  ++opened_count;
  if (waiting.load() == 0) return;
  syscall(SYS_futex, &opened_count, FUTEX_WAKE_PRIVATE, std::numeric_limits<int>::max(), nullptr,
          nullptr, 0);
}

/// The pages that these bytes touch. Ends where addresses do.
Pages touched_pages(const void* address, std::size_t bytes) {
  const std::uintptr_t within = page_bytes() - 1;
  const std::uintptr_t everything = ~within;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const bool beyond = bytes > everything || begin > everything - bytes;
  const std::uintptr_t end = beyond ? everything : (begin + bytes + within) & ~within;
  return {reinterpret_cast<std::byte*>(begin & ~within), reinterpret_cast<std::byte*>(end)};
}

/// A bit for each sub-message of `all` that these pages, which are among them, lie in.
std::uint64_t sub_messages_of(Pages part, Pages all) {
  if (part.empty()) return 0;
  const SubMessages sub_messages(all);
  const std::size_t first = sub_messages.index(part.begin), last = sub_messages.index(part.end - 1);
  const std::uint64_t up_to_last = ~std::uint64_t{0} >> (SubMessages::count_max - 1 - last);
  return up_to_last >> first << first;
}

std::size_t page_index(Pages all, const std::byte* address) {
  return static_cast<std::size_t>(address - all.begin) / page_bytes();
}

bool has_closed(Pages among) {
  for (const ProtectedRange& range : ranges)
    if (range.has_closed(among)) return true;
  return false;
}

/// True if any of them is closed.
bool want(Pages among) {
  bool protected_memory = false;
  for (ProtectedRange& range : ranges) protected_memory = range.want(among) || protected_memory;
  return protected_memory;
}

}  // namespace

bool ProtectedRange::start(Pages pages) {
  if (!make_room(pages.count())) return false;
  PageBits(bits_).set(0, pages.count());
  last_wanted_ = nullptr;
  wanted_ = 0;
  event_fd_ = no_bell;
  publish(pages);
  return true;
}

/// What was too small is not given back, since a signal handler may be reading it. It is less than
/// what there is now, in all.
bool ProtectedRange::make_room(std::size_t pages) {
  const std::size_t needed = (pages + PageBits::word_bits - 1) / PageBits::word_bits;
  if (needed <= words_) return true;
  const std::size_t words = std::max(std::bit_ceil(needed), page_bytes() / sizeof(PageBits::Word));
  void* const memory = mmap(nullptr, words * sizeof(PageBits::Word), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  bits_ = static_cast<PageBits::Word*>(memory);  // the range is free: nobody looks at its bits
  words_ = words;
  return true;
}

void ProtectedRange::publish(Pages pages) {
  ++version_;
  first_ = pages.begin;
  last_ = pages.end;
  ++version_;
  pages_ = pages;
}

/// The first of these pages that is closed. A range that starts has none yet that cannot be reached, and
/// one that finishes none any more.
std::byte* ProtectedRange::look(Pages among) const noexcept {
  for (;;) {
    const std::uint32_t version = version_;
    if (version % 2 != 0) return nullptr;
    const Pages all{first_, last_};
    const PageBits bits(bits_);
    if (version_ != version) continue;
    const Pages asked = intersection(all, among);
    if (asked.empty()) return nullptr;
    const std::size_t last = page_index(all, asked.end);
    const std::size_t found = bits.next_set(page_index(all, asked.begin), last);
    if (version_ == version) return found < last ? all.begin + found * page_bytes() : nullptr;
  }
}

/// The range may be another one by the time this is noted: who asks must look whether it is his.
bool ProtectedRange::want(Pages among) noexcept {
  const std::byte* const first = look(among);
  if (!first) return false;
  const Pages all{first_, last_};
  last_wanted_ = first;
  wanted_ |= sub_messages_of(intersection(all, among), all);
  if (const int event_fd = event_fd_; event_fd != no_bell) EventFd::notify(event_fd);
  return true;
}

Pages ProtectedRange::first_protected(Pages among) const noexcept {
  const Pages asked = intersection(pages_, among);
  if (asked.empty()) return {};
  const PageBits bits(bits_);
  const std::size_t last = page_index(pages_, asked.end);
  const std::size_t begin = bits.next_set(page_index(pages_, asked.begin), last);
  const std::size_t end = bits.next_clear(begin, last);
  return {pages_.begin + begin * page_bytes(), pages_.begin + end * page_bytes()};
}

void ProtectedRange::clear(Pages part) noexcept {
  PageBits(bits_).clear(page_index(pages_, part.begin), page_index(pages_, part.end));
}

bool any_protected() noexcept { return closed_count.load(std::memory_order_acquire) != 0; }

bool is_protected(const void* address) noexcept {
  return any_protected() && has_closed(touched_pages(address, 1));
}

std::uint32_t unprotect_count() noexcept { return opened_count; }

void want(const void* address, std::size_t bytes) noexcept {
  if (any_protected() && bytes > 0) want(touched_pages(address, bytes));
}

void wait_until_accessible(const void* address, std::size_t bytes) noexcept {
  if (!any_protected() || bytes == 0) return;
  const Pages among = touched_pages(address, bytes);
  if (!has_closed(among)) return;
  const int error = errno;
  ++waiting;
  for (;;) {
    const std::uint32_t seen = opened_count;
    // Each time: the memory may have been closed anew meanwhile, by others.
    if (!want(among)) break;
    sleep_until_opened(seen);
  }
  --waiting;
  errno = error;
}

ProtectionEntry::ProtectionEntry(Pages pages) {
  for (;;) {
    wait_until_accessible(pages.begin, pages.bytes());
    const SignalBlockingLock lock(ranges_mutex);
    if (has_closed(pages)) continue;
    auto* const place = std::ranges::find_if(ranges, &ProtectedRange::is_free);
    if (place == ranges.end()) return;
    if (!place->start(pages)) return;
    closed_count += pages.count();
    range_ = place;
    return;
  }
}

ProtectionEntry::ProtectionEntry(ProtectionEntry&& other) noexcept
    : range_(std::exchange(other.range_, nullptr)) {}

ProtectionEntry::~ProtectionEntry() {
  if (!range_) return;
  const Pages all = range_->pages();
  for (Pages run = first_protected(all); !run.empty(); run = first_protected({run.end, all.end}))
    open(run);
  const SignalBlockingLock lock(ranges_mutex);
  range_->finish();
}

Pages ProtectionEntry::first_protected(Pages among) const noexcept {
  return range_->first_protected(among);
}

const std::byte* ProtectionEntry::last_wanted() const noexcept { return range_->last_wanted(); }

std::uint64_t ProtectionEntry::take_wanted() noexcept { return range_->take_wanted(); }

void ProtectionEntry::notify_when_wanted(int event_fd) noexcept {
  range_->notify_when_wanted(event_fd);
}

/// Counted before, so that who finds them open sees that something was opened, and after, so that who
/// found them closed does not sleep.
void ProtectionEntry::open(Pages part) noexcept {
  ++opened_count;
  range_->clear(part);
  closed_count -= part.count();
  wake_all();
}

}  // namespace tutti::overlap
