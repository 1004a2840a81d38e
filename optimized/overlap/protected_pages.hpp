#pragma once

#include <cstddef>
#include <cstdint>

#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// Functions on the protected pages of the program. They may be called anywhere, also in signal
/// handlers and within free(), and preserve errno.

/// Returns whether any page is protected. Costs one load.
bool any_protected() noexcept;

bool is_protected(const void* address) noexcept;

/// Records that a thread waits for these bytes, as far as their pages are protected.
void want(const void* address, std::size_t bytes) noexcept;

/// Waits until no page that these bytes touch is protected, and marks the pages as wanted. Must not
/// be called by a thread that has to make them accessible.
void wait_until_accessible(const void* address, std::size_t bytes) noexcept;

/// Returns a number that changes whenever pages become accessible, before any thread can see that
/// they are.
std::uint32_t unprotect_count() noexcept;

class ProtectionSlot;

/// An entry in the list of protected pages, for as long as this object lives or until its pages
/// become accessible. Only a record that the functions above read: it does not prevent accesses.
class ProtectionEntry {
 public:
  /// Waits while any of the pages is protected already. Adds no entry if the list is full.
  explicit ProtectionEntry(Pages pages);
  ~ProtectionEntry();
  ProtectionEntry(ProtectionEntry&& other) noexcept;
  ProtectionEntry& operator=(ProtectionEntry&&) = delete;

  explicit operator bool() const { return range_ != nullptr; }
  /// Returns the first run of protected pages in `among`; empty if there is none.
  Pages first_protected(Pages among) const noexcept;
  /// Returns the first byte of the page that was wanted last; null if none was.
  const std::byte* last_wanted() const noexcept;
  /// Returns a bit for each sub-message of which any page was wanted since the previous call.
  std::uint64_t take_wanted() noexcept;
  /// Sets the event fd that is notified whenever any of the pages is wanted from now on. It must
  /// stay open as long as that can happen.
  void notify_when_wanted(int event_fd) noexcept;
  /// Marks these pages, which must be protected, as accessible, and wakes the threads that wait for
  /// them.
  void unprotect(Pages part) noexcept;

 private:
  ProtectionSlot* range_ = nullptr;
};

}  // namespace tutti::overlap
