#include "optimized/overlap/relocated_pages.hpp"

#include <sys/mman.h>

#include <bit>
#include <cassert>
#include <mutex>
#include <utility>
#include <vector>

#include "contract/blocked_signals.hpp"

namespace tutti::overlap {
namespace {

/// Bytes that one page table, or one huge page, covers: these are moved as a whole between
/// addresses that are equal modulo this number.
constexpr std::size_t table_bytes = std::size_t{2} << 20;

/// Maximum number of layouts before the memory is mapped anew: each may leave a mapping of its own
/// behind.
constexpr int layouts_max = 16;

constinit thread_local bool ending = false;

struct Pool {
  std::mutex mutex;
  std::vector<Reservation> free;
  std::size_t reserved = 0;
};

/// Returns the pool. It is never destroyed: background threads may outlive static objects.
Pool& pool() {
  static Pool* const only = new Pool;
  return *only;
}

/// Maps fresh memory, at `address` unless it is null. Disables huge pages, which would make the two
/// ordinary pages expensive.
std::byte* map(std::byte* address, std::size_t bytes) {
  const int flags =
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (address == nullptr ? 0 : MAP_FIXED);
  void* const memory = mmap(address, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  madvise(memory, bytes, MADV_NOHUGEPAGE);
  return static_cast<std::byte*>(memory);
}

std::size_t slack_for(Pages pages) { return pages.bytes() < table_bytes ? 0 : table_bytes; }

std::size_t bytes_for(Pages pages) {
  return std::bit_ceil(pages.bytes() + 2 * page_bytes()) + slack_for(pages);
}

/// Returns where relocated pages would be in the reservation.
Pages layout_in(const Reservation& reservation, Pages pages) {
  std::byte* const first = reservation.all.begin + page_bytes();
  const auto apart =
      reinterpret_cast<std::uintptr_t>(pages.begin) - reinterpret_cast<std::uintptr_t>(first);
  std::byte* const begin = first + (slack_for(pages) == 0 ? 0 : apart % table_bytes);
  return {begin, begin + pages.bytes()};
}

Reservation reserve(std::size_t bytes) {
  std::byte* const memory = map(nullptr, bytes);
  if (memory == nullptr) return {};
  const SignalBlockingLock lock(pool().mutex);
  ++pool().reserved;
  return {{memory, memory + bytes}, {}};
}

/// Returns the smallest free reservation that is large enough, or else a new one.
Reservation take(std::size_t bytes) {
  {
    const SignalBlockingLock lock(pool().mutex);
    auto& free = pool().free;
    auto best = free.end();
    for (auto place = free.begin(); place != free.end(); ++place)
      if (place->all.bytes() >= bytes &&
          (best == free.end() || place->all.bytes() < best->all.bytes()))
        best = place;
    if (best != free.end()) {
      const Reservation taken = *best;
      free.erase(best);
      return taken;
    }
  }
  return reserve(bytes);
}

void put_back(const Reservation& reservation) {
  assert(!reservation.all.empty());
  const SignalBlockingLock lock(pool().mutex);
  pool().free.push_back(reservation);
}

}  // namespace

RelocatedPages::RelocatedPages(Pages pages) : reservation_(take(bytes_for(pages))) {
  if (reservation_.all.empty()) return;
  const Pages layout = layout_in(reservation_, pages);
  assert(intersection(reservation_.all, layout) == layout);
  if (layout == reservation_.layout) return;
  reservation_.layout = layout;
  if (++reservation_.layouts <= layouts_max) return;
  reservation_.layouts = 1;
  if (map(reservation_.all.begin, reservation_.all.bytes()) == nullptr) abandon();
}

RelocatedPages::RelocatedPages(RelocatedPages&& other) noexcept
    : reservation_(std::exchange(other.reservation_, {})) {}

/// Calls madvise() only to notify libraries that watch it: no pages are left here to discard.
RelocatedPages::~RelocatedPages() {
  if (!*this) return;
  ending = true;
  madvise(reservation_.layout.begin, reservation_.layout.bytes(), MADV_DONTNEED);
  ending = false;
  put_back(reservation_);
}

bool RelocatedPages::is_ending() { return ending; }

std::size_t RelocatedPages::reserved() {
  const SignalBlockingLock lock(pool().mutex);
  return pool().reserved;
}

}  // namespace tutti::overlap
