#pragma once

#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// Address space from a pool. It grows by powers of two and is never given back to the system.
struct Reservation {
  Pages all;
  Pages layout;     ///< where moved pages are, or were the last time
  int layouts = 0;  ///< since it was fresh
};

/// Addresses where pages can be while their own are closed. Directly before them and behind them lies
/// one page of ordinary memory, of undefined content, for the parts of pages at both ends of a
/// buffer. Whoever watches the process' memory, as UCX does, is told at the end that what was there has gone:
/// a network would else go on writing to the pages that went back.
class RelocatedPages {
 public:
  /// Void if there is no address space left.
  explicit RelocatedPages(Pages pages);
  ~RelocatedPages();
  RelocatedPages(RelocatedPages&& other) noexcept;
  RelocatedPages& operator=(RelocatedPages&&) = delete;

  explicit operator bool() const { return !reservation_.all.empty(); }
  /// What stands for the first of the pages.
  std::byte* begin() const { return reservation_.layout.begin; }
  /// The kernel refused to move pages: what is mapped here now is not known, and is left alone.
  void abandon() noexcept { reservation_ = {}; }

  /// Whether this thread tells of that just now: no memory of the program has gone.
  static bool is_ending();
  /// Reservations that this process has made.
  static std::size_t reserved();

 private:
  Reservation reservation_;
};

}  // namespace tutti::overlap
