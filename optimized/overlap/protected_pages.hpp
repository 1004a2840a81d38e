#pragma once

#include <cstddef>
#include <cstdint>

#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// What of the program's memory is closed at present. These functions may be called anywhere, also
/// in signal handlers and within free(), and leave errno alone.

/// Costs one load.
bool any_protected() noexcept;

bool is_protected(const void* address) noexcept;

/// Notes that somebody waits for these bytes, as far as they are closed.
void want(const void* address, std::size_t bytes) noexcept;

/// Returns when no page that these bytes touch is closed; sleeps until then, and wants them. Whoever is
/// to open them must not wait.
void wait_until_accessible(const void* address, std::size_t bytes) noexcept;

/// A number that changes whenever pages are opened, before anybody can find them so.
std::uint32_t unprotect_count() noexcept;

class ProtectedRange;

/// Pages on the list of what is closed, for as long as this lives or until they are opened. Only a
/// note: others than the functions above are not kept from the memory.
class ProtectionEntry {
 public:
  /// Waits while any of the pages is closed already. Marks nothing if the list is full.
  explicit ProtectionEntry(Pages pages);
  ~ProtectionEntry();
  ProtectionEntry(ProtectionEntry&& other) noexcept;
  ProtectionEntry& operator=(ProtectionEntry&&) = delete;

  explicit operator bool() const { return range_ != nullptr; }
  /// The first run of pages among these that are closed; empty if there is none.
  Pages first_protected(Pages among) const noexcept;
  /// The page of these that was wanted last, by the first byte; null if none was.
  const std::byte* last_wanted() const noexcept;
  /// A bit for each sub-message that any page was wanted of since this was asked before.
  std::uint64_t take_wanted() noexcept;
  /// Who wants any of the pages from now on writes to this eventfd, which must outlive that.
  void notify_when_wanted(int event_fd) noexcept;
  /// From now on all of these pages are open, and who waits for them goes on. They were closed.
  void open(Pages part) noexcept;

 private:
  ProtectedRange* range_ = nullptr;
};

}  // namespace tutti::overlap
