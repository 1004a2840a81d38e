#include "optimized/overlap/protected_pages.hpp"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cerrno>
#include <limits>
#include <mutex>
#include <utility>

#include "contract/blocked_signals.hpp"
#include "optimized/overlap/event_fd.hpp"
#include "optimized/overlap/page_bits.hpp"
#include "optimized/overlap/sub_messages.hpp"

namespace tutti::overlap {

constexpr int no_event_fd = -1;

/// A slot of the list. Signal handlers read it without a lock, since they may have interrupted the
/// lock's holder: they read again if the slot was changed meanwhile.
class ProtectionSlot {
 public:
  bool is_free() const { return pages_.empty(); }
  Pages pages() const { return pages_; }
  /// Returns false if there is no memory for the bits.
  bool start(Pages pages);
  void finish() { publish({}); }

  bool any_protected_in(Pages among) const noexcept { return look(among) != nullptr; }
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

  Pages pages_;            ///< [first_, last_), for the owner of the range
  std::size_t words_ = 0;  ///< number of words at bits_

  std::atomic<std::uint32_t> version_ = 0;  ///< odd while the range starts or finishes
  std::atomic<std::byte*> first_ = nullptr, last_ = nullptr;
  std::atomic<PageBits::Word*> bits_ = nullptr;
  std::atomic<const std::byte*> last_wanted_ = nullptr;
  std::atomic<std::uint64_t> wanted_ = 0;  ///< a bit for each sub-message
  std::atomic<int> event_fd_ = no_event_fd;
};

namespace {

constexpr std::size_t ranges_max = 64;

constinit std::array<ProtectionSlot, ranges_max> ranges;
constinit std::mutex ranges_mutex;  ///< held to start or finish a range
constinit std::atomic<std::size_t> protected_page_count = 0;
constinit std::atomic<std::uint32_t> unprotections = 0;
constinit std::atomic<std::uint32_t> waiting = 0;

/// Sleeps unless pages have become accessible since `seen`.
void sleep_until_unprotected(std::uint32_t seen) {
  syscall(SYS_futex, &unprotections, FUTEX_WAIT_PRIVATE, seen, nullptr, nullptr, 0);
}

void wake_all() {
  ++unprotections;
  if (waiting.load() == 0) return;
  syscall(SYS_futex, &unprotections, FUTEX_WAKE_PRIVATE, std::numeric_limits<int>::max(), nullptr,
          nullptr, 0);
}

/// Returns the pages that these bytes touch, at most up to the end of the address space.
Pages touched_pages(const void* address, std::size_t bytes) {
  const std::uintptr_t within = page_bytes() - 1;
  const std::uintptr_t everything = ~within;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const bool beyond = bytes > everything || begin > everything - bytes;
  const std::uintptr_t end = beyond ? everything : (begin + bytes + within) & ~within;
  return {reinterpret_cast<std::byte*>(begin & ~within), reinterpret_cast<std::byte*>(end)};
}

/// Returns a bit for each sub-message of `all` in which these pages, which are part of `all`, lie.
std::uint64_t sub_messages_of(Pages part, Pages all) {
  if (part.empty()) return 0;
  assert(intersection(part, all) == part);
  const SubMessages sub_messages(all);
  const std::size_t first = sub_messages.index(part.begin), last = sub_messages.index(part.end - 1);
  const std::uint64_t up_to_last = ~std::uint64_t{0} >> (SubMessages::count_max - 1 - last);
  return up_to_last >> first << first;
}

std::size_t page_index(Pages all, const std::byte* address) {
  assert(address >= all.begin && address <= all.end);
  return static_cast<std::size_t>(address - all.begin) / page_bytes();
}

bool any_protected_in(Pages among) {
  for (const ProtectionSlot& range : ranges)
    if (range.any_protected_in(among)) return true;
  return false;
}

/// Marks protected pages of `among` as wanted. Returns whether there are any.
bool want(Pages among) {
  bool protected_memory = false;
  for (ProtectionSlot& range : ranges) protected_memory = range.want(among) || protected_memory;
  return protected_memory;
}

}  // namespace

bool ProtectionSlot::start(Pages pages) {
  assert(is_free() && !pages.empty());
  if (!make_room(pages.count())) return false;
  PageBits(bits_).set(0, pages.count());
  last_wanted_ = nullptr;
  wanted_ = 0;
  event_fd_ = no_event_fd;
  publish(pages);
  return true;
}

/// Provides bits for so many pages. Returns false if there is no memory. Smaller memory for bits is
/// not unmapped, since a signal handler may be reading it; in all it is less than the present one.
bool ProtectionSlot::make_room(std::size_t pages) {
  const std::size_t needed = (pages + PageBits::word_bits - 1) / PageBits::word_bits;
  if (needed <= words_) return true;
  const std::size_t words = std::max(std::bit_ceil(needed), page_bytes() / sizeof(PageBits::Word));
  void* const memory = mmap(nullptr, words * sizeof(PageBits::Word), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  bits_ = static_cast<PageBits::Word*>(memory);  // the range is free: no thread reads its bits
  words_ = words;
  return true;
}

void ProtectionSlot::publish(Pages pages) {
  ++version_;
  first_ = pages.begin;
  last_ = pages.end;
  ++version_;
  pages_ = pages;
}

/// Returns the first protected page of `among`; null if there is none. Ignores a range that starts
/// or finishes: its pages are not inaccessible yet, or not any more.
std::byte* ProtectionSlot::look(Pages among) const noexcept {
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

/// Marks protected pages of `among` as wanted. Returns whether there are any. The slot may hold
/// another range when the address is stored: the reader must check that the address is in its
/// range.
bool ProtectionSlot::want(Pages among) noexcept {
  const std::byte* const first = look(among);
  if (!first) return false;
  const Pages all{first_, last_};
  last_wanted_ = first;
  wanted_ |= sub_messages_of(intersection(all, among), all);
  if (const int event_fd = event_fd_; event_fd != no_event_fd) EventFd::notify(event_fd);
  return true;
}

Pages ProtectionSlot::first_protected(Pages among) const noexcept {
  const Pages asked = intersection(pages_, among);
  if (asked.empty()) return {};
  const PageBits bits(bits_);
  const std::size_t last = page_index(pages_, asked.end);
  const std::size_t begin = bits.next_set(page_index(pages_, asked.begin), last);
  const std::size_t end = bits.next_clear(begin, last);
  return {pages_.begin + begin * page_bytes(), pages_.begin + end * page_bytes()};
}

void ProtectionSlot::clear(Pages part) noexcept {
  assert(intersection(pages_, part) == part);
  PageBits(bits_).clear(page_index(pages_, part.begin), page_index(pages_, part.end));
}

bool any_protected() noexcept { return protected_page_count.load(std::memory_order_acquire) != 0; }

bool is_protected(const void* address) noexcept {
  return any_protected() && any_protected_in(touched_pages(address, 1));
}

std::uint32_t unprotect_count() noexcept { return unprotections; }

void want(const void* address, std::size_t bytes) noexcept {
  if (any_protected() && bytes > 0) want(touched_pages(address, bytes));
}

void wait_until_accessible(const void* address, std::size_t bytes) noexcept {
  if (!any_protected() || bytes == 0) return;
  const Pages among = touched_pages(address, bytes);
  if (!any_protected_in(among)) return;
  const int error = errno;
  ++waiting;
  for (;;) {
    const std::uint32_t seen = unprotections;
    // Repeated each time: other threads may have protected the memory again meanwhile.
    if (!want(among)) break;
    sleep_until_unprotected(seen);
  }
  --waiting;
  errno = error;
}

ProtectionEntry::ProtectionEntry(Pages pages) {
  for (;;) {
    wait_until_accessible(pages.begin, pages.bytes());
    const SignalBlockingLock lock(ranges_mutex);
    if (any_protected_in(pages)) continue;
    auto* const place = std::ranges::find_if(ranges, &ProtectionSlot::is_free);
    if (place == ranges.end()) return;
    if (!place->start(pages)) return;
    protected_page_count += pages.count();
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
    unprotect(run);
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

/// Increments the count before, so that a thread that finds the pages accessible sees a changed
/// count, and after (in wake_all()), so that a thread that found them protected does not sleep.
void ProtectionEntry::unprotect(Pages part) noexcept {
  ++unprotections;
  range_->clear(part);
  assert(protected_page_count >= part.count());
  protected_page_count -= part.count();
  wake_all();
}

}  // namespace tutti::overlap
