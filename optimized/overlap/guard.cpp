#include "optimized/overlap/guard.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <utility>

#include "optimized/overlap/private_memory.hpp"
#include "optimized/overlap/remap_pages.hpp"

namespace tutti::overlap {
namespace {

constexpr int trials = 3, pages_per_trial = 64;

/// Pages for the guard's own trials. Empty if there is no memory.
class OwnPages {
 public:
  explicit OwnPages(std::size_t count) {
    void* const memory = mmap(nullptr, count * page_bytes(), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    auto* const begin = static_cast<std::byte*>(memory);
    all_ = {begin, begin + count * page_bytes()};
  }
  ~OwnPages() {
    if (all_.empty()) return;
    munmap(all_.begin, all_.bytes());
    forget_private_memory();
  }
  OwnPages(const OwnPages&) = delete;
  OwnPages& operator=(const OwnPages&) = delete;

  Pages all() const { return all_; }

 private:
  Pages all_;
};

/// Writes a byte of the mapping back to itself. If nothing was ever written to a mapping, the
/// kernel treats it as a different one after it was moved, and does not merge it with its neighbors
/// again.
void touch(Pages mapping) {
  const std::atomic_ref byte(*reinterpret_cast<unsigned char*>(mapping.begin));
  auto value = byte.load();
  byte.compare_exchange_strong(value, value);
}

void touch_each(Pages pages) {
  for (; !pages.empty(); pages.begin += page_bytes()) touch(pages);
}

}  // namespace

ProtectedMemory::ProtectedMemory(Guard& guard, ProtectionEntry entry, std::vector<Pages> mappings,
                                 RelocatedPages relocated)
    : guard_(guard),
      mappings_(std::move(mappings)),
      pages_{mappings_.front().begin, mappings_.back().end},
      relocated_(std::move(relocated)),
      entry_(std::move(entry)) {}

/// Skips accessible pages: they must not be moved back again, since the relocated pages no longer
/// hold their contents.
void ProtectedMemory::unprotect(Pages part) noexcept {
  for (Pages run = entry_.first_protected(part); !run.empty();
       run = entry_.first_protected({run.end, part.end})) {
    put_back(run);
    entry_.unprotect(run);
  }
}

const std::byte* ProtectedMemory::last_wanted() noexcept {
  guard_.notice_faults();
  const std::byte* const wanted = entry_.last_wanted();
  return pages_.contains(wanted) ? wanted : nullptr;
}

std::uint64_t ProtectedMemory::take_wanted() noexcept {
  guard_.notice_faults();
  return entry_.take_wanted();
}

void ProtectedMemory::put_back(Pages run) noexcept {
  for (const Pages& mapping : mappings_) {
    const Pages part = intersection(mapping, run);
    if (!part.empty()) guard_.put_back(part, relocated() + (part.begin - pages_.begin));
  }
}

std::unique_ptr<Guard> Guard::make(GuardKind kind) {
  auto guard = kind == GuardKind::userfaultfd ? make_userfaultfd_guard() : make_mprotect_guard();
  return guard && guard->works() ? std::move(guard) : nullptr;
}

std::unique_ptr<ProtectedMemory> Guard::protect(Pages pages) {
  if (pages.empty()) return nullptr;
  ProtectionEntry entry(pages);
  if (!entry) return nullptr;
  auto mappings = private_mappings(pages);
  if (mappings.empty()) return nullptr;
  RelocatedPages relocated(pages);
  if (!relocated) return nullptr;
  for (const Pages& mapping : mappings) touch(mapping);
  if (move_away(mappings, relocated.begin()))
    return std::unique_ptr<ProtectedMemory>(
        new ProtectedMemory(*this, std::move(entry), std::move(mappings), std::move(relocated)));
  relocated.abandon();
  forget_private_memory();  // the mappings may have changed
  return nullptr;
}

bool Guard::move_all(const std::vector<Pages>& mappings, std::byte* relocated) noexcept {
  const std::byte* const begin = mappings.front().begin;
  for (auto mapping = mappings.begin(); mapping != mappings.end(); ++mapping) {
    if (move_pages(*mapping, relocated + (mapping->begin - begin))) continue;
    while (mapping-- != mappings.begin()) {
      std::byte* const moved = relocated + (mapping->begin - begin);
      require(move_pages({moved, moved + mapping->bytes()}, mapping->begin),
              "tutti: cannot move memory back");
    }
    return false;
  }
  return true;
}

/// Returns whether the guard works, by a trial with one page.
bool Guard::works() {
  const OwnPages page(1);
  if (page.all().empty()) return false;
  constexpr std::byte entry{42};
  *page.all().begin = entry;
  auto protected_memory = protect(page.all());
  const bool moved = protected_memory && *protected_memory->relocated() == entry;
  protected_memory.reset();
  return moved && *page.all().begin == entry;
}

double Guard::seconds_per_page() {
  const OwnPages own(pages_per_trial);
  double least = std::numeric_limits<double>::infinity();
  touch_each(own.all());
  for (int trial = 0; trial < trials; ++trial) {
    const auto begun = std::chrono::steady_clock::now();
    const auto protected_memory = protect(own.all());
    if (!protected_memory) break;
    touch_each({protected_memory->relocated(), protected_memory->relocated() + own.all().bytes()});
    protected_memory->unprotect(own.all());
    touch_each(own.all());
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    least = std::min(least, taken.count() / pages_per_trial);
  }
  return least;
}

}  // namespace tutti::overlap
