#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "optimized/overlap/pages.hpp"
#include "optimized/overlap/protected_pages.hpp"
#include "optimized/overlap/relocated_pages.hpp"

namespace tutti::overlap {

enum class GuardKind {
  userfaultfd,  ///< an access to protected pages sleeps in the kernel, also within system calls
  mprotect,     ///< an access sleeps in a handler of SIGSEGV; system calls fail with EFAULT
};

class Guard;

/// Pages of the program that it cannot reach at present: accesses to them wait. Their contents are
/// in the relocated pages meanwhile, and can be read and written there. Pages that the program
/// never wrote to hold zeros.
class ProtectedMemory {
 public:
  /// Makes the remaining pages accessible.
  ~ProtectedMemory() { unprotect(pages_); }
  ProtectedMemory(const ProtectedMemory&) = delete;
  ProtectedMemory& operator=(const ProtectedMemory&) = delete;

  Pages pages() const { return pages_; }
  /// Returns the address of the contents of pages().begin meanwhile. Directly before the relocated
  /// pages, and directly behind them, lies one ordinary page with undefined contents.
  std::byte* relocated() const { return relocated_.begin(); }
  /// Returns the first byte of the page that a thread waited for last; null if there is none.
  const std::byte* last_wanted() noexcept;
  /// Returns a bit for each sub-message that a thread waited for since the previous call.
  std::uint64_t take_wanted() noexcept;
  /// See ProtectionEntry. Faults that only the kernel knows of do not notify: see
  /// Guard::faults_file().
  void notify_when_wanted(int event_fd) noexcept { entry_.notify_when_wanted(event_fd); }
  /// Moves whole pages of pages() back, with the contents of the relocated pages, and wakes the
  /// threads that wait for them. Pages of the part that are accessible already are left as they
  /// are. Must not be called twice at a time for the same page. May be called by any thread that
  /// does not wait for the pages. Ends the process if the kernel refuses.
  void unprotect(Pages part) noexcept;

 private:
  friend class Guard;
  ProtectedMemory(Guard& guard, ProtectionEntry entry, std::vector<Pages> mappings,
                  RelocatedPages relocated);

  void put_back(Pages run) noexcept;

  Guard& guard_;
  std::vector<Pages> mappings_;  ///< in which the pages lie
  Pages pages_;
  RelocatedPages relocated_;
  ProtectionEntry entry_;
};

/// Protects memory of this process, so that a call may return before its data are there. Moves the
/// physical pages themselves to relocated pages (mremap with MREMAP_DONTUNMAP), where the transport
/// reaches them, and back when they are complete: immediately, without a copy, in any order.
/// Source: T-NBC, section 4.1, where adapters write to the pages and need no stand-in.
class Guard {
 public:
  /// Makes a guard. Returns null if this kernel does not support it, or does not permit it to this
  /// process.
  static std::unique_ptr<Guard> make(GuardKind kind);
  virtual ~Guard() = default;
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  virtual std::string_view name() const = 0;
  /// Protects the pages. Waits first while any of them is protected already. Returns null if the
  /// memory cannot be protected (see is_private_memory()), or if there are too many protected
  /// ranges. The guard must outlive the result.
  std::unique_ptr<ProtectedMemory> protect(Pages pages);

  /// Measures the seconds that it takes to protect a page, access its relocated page, make the page
  /// accessible and access it again: virtual machines differ by a factor of twenty. Returns the
  /// least of some trials; infinity if no memory can be protected.
  double seconds_per_page();

  /// Marks as wanted the pages for which threads wait in the kernel. Usually costs one system call
  /// at most.
  virtual void notice_faults() noexcept {}
  /// Returns a file descriptor that is readable while there are such pages; -1 if there never are.
  virtual int faults_file() const { return -1; }

 protected:
  Guard() = default;

  /// Moves the pages of these adjacent mappings to the relocated pages. Returns false if the kernel
  /// refuses; then the pages are back where they were.
  static bool move_all(const std::vector<Pages>& mappings, std::byte* relocated) noexcept;

 private:
  friend class ProtectedMemory;

  /// Makes the pages inaccessible, and moves them. If this returns false, nothing has changed
  /// except the relocated pages.
  virtual bool move_away(const std::vector<Pages>& mappings, std::byte* relocated) noexcept = 0;
  /// Moves pages of one mapping back, and wakes the threads that sleep in the kernel for them.
  virtual void put_back(Pages part, std::byte* relocated) noexcept = 0;

  bool works();
};

/// Makes a guard by mprotect and a handler of SIGSEGV. Returns null if SIGSEGV cannot be handled. A
/// thread that blocks SIGSEGV must not access protected pages: the kernel would end the process.
/// Source: T-NBC, section 4.1.1.
std::unique_ptr<Guard> make_mprotect_guard();

/// Makes a guard by userfaultfd. Returns null if this process may not use userfaultfd, for which it
/// must be permitted to handle faults within system calls.
std::unique_ptr<Guard> make_userfaultfd_guard();

}  // namespace tutti::overlap
