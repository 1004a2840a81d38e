#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tutti::overlap {

/// Returns the number of bytes of a page of this machine.
inline std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

/// Consecutive pages of memory, [begin, end).
struct Pages {
  std::byte* begin = nullptr;
  std::byte* end = nullptr;

  bool empty() const { return begin >= end; }
  std::size_t bytes() const { return empty() ? 0 : static_cast<std::size_t>(end - begin); }
  std::size_t count() const { return bytes() / page_bytes(); }
  bool contains(const void* address) const { return address >= begin && address < end; }
  bool operator==(const Pages&) const = default;
};

/// Returns the pages that two ranges have in common; empty if they are disjoint.
inline Pages intersection(Pages a, Pages b) {
  const Pages common{std::max(a.begin, b.begin), std::min(a.end, b.end)};
  return common.empty() ? Pages{} : common;
}

/// Returns the pages that lie entirely within [begin, end). May be empty.
inline Pages whole_pages(std::byte* begin, std::byte* end) {
  const std::uintptr_t within = page_bytes() - 1;
  const auto first = (reinterpret_cast<std::uintptr_t>(begin) + within) & ~within;
  const auto last = reinterpret_cast<std::uintptr_t>(end) & ~within;
  if (first >= last) return {};
  return {reinterpret_cast<std::byte*>(first), reinterpret_cast<std::byte*>(last)};
}

}  // namespace tutti::overlap
