#pragma once

#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// Address space from a pool, which grows by powers of two and is never returned to the system.
struct Reservation {
  Pages all;
  Pages layout;     ///< where relocated pages are, or were the last time
  int layouts = 0;  ///< number of layouts since the memory was mapped
};

/// Addresses for the contents of pages while these are protected. Directly before them, and
/// directly behind them, lies one page of ordinary memory with undefined contents, for the partial
/// pages at both ends of a buffer. On destruction, libraries that watch the memory of the process,
/// as UCX does, are notified that the contents are gone: otherwise a network would go on writing to
/// the pages that were moved back.
class RelocatedPages {
 public:
  /// Reserves the addresses. Converts to false if there is no address space left.
  explicit RelocatedPages(Pages pages);
  ~RelocatedPages();
  RelocatedPages(RelocatedPages&& other) noexcept;
  RelocatedPages& operator=(RelocatedPages&&) = delete;

  explicit operator bool() const { return !reservation_.all.empty(); }
  /// Returns the address of the first relocated page.
  std::byte* begin() const { return reservation_.layout.begin; }
  /// Leaves the address space unused from now on: the kernel refused to move pages, so it is
  /// unknown what is mapped here.
  void abandon() noexcept { reservation_ = {}; }

  /// Returns whether this thread is notifying such libraries at present: then no memory of the
  /// program is gone.
  static bool is_ending();
  /// Returns the number of reservations that this process has made.
  static std::size_t reserved();

 private:
  Reservation reservation_;
};

}  // namespace tutti::overlap
