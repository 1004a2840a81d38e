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
  userfaultfd,  ///< who touches closed pages sleeps in the kernel, also within system calls
  mprotect,     ///< ... in a handler of SIGSEGV; system calls fail with EFAULT
};

class Guard;

/// Pages of the program that it cannot reach at present: whoever touches them waits. What they hold
/// is elsewhere meanwhile, and can be read and written there. Pages that the program never wrote to
/// hold zeros.
class ProtectedMemory {
 public:
  /// Opens the rest.
  ~ProtectedMemory() { open(pages_); }
  ProtectedMemory(const ProtectedMemory&) = delete;
  ProtectedMemory& operator=(const ProtectedMemory&) = delete;

  Pages pages() const { return pages_; }
  /// Where pages().begin is meanwhile. Directly before the stand-in of the pages and behind it lies
  /// one ordinary page, of undefined content.
  std::byte* relocated() const { return relocated_.begin(); }
  /// The page that somebody waited for last, by its first byte; null if nobody did.
  const std::byte* last_wanted() noexcept;
  /// The sub-messages that somebody waited for since this was asked before: a bit each.
  std::uint64_t take_wanted() noexcept;
  /// See ClosedMark. Faults of which only the kernel knows do not ring: see Guard::faults_file().
  void notify_when_wanted(int event_fd) noexcept { mark_.notify_when_wanted(event_fd); }
  /// Puts whole pages of pages() back, with what the stand-in holds, and lets go on who waits for
  /// them. What of the part is open stays as it is. Not to be called twice at a time for the same page.
  /// Any thread may, but none that waits for the pages. Ends the process if the kernel refuses.
  void open(Pages part) noexcept;

 private:
  friend class Guard;
  ProtectedMemory(Guard& guard, ProtectionEntry mark, std::vector<Pages> mappings,
                  RelocatedPages relocated);

  void put_back(Pages run) noexcept;

  Guard& guard_;
  std::vector<Pages> mappings_;  ///< that the pages lie in
  Pages pages_;
  RelocatedPages relocated_;
  ProtectionEntry mark_;
};

/// Closes memory of this process, so that a call may return before its data are there. The physical
/// pages themselves move to a stand-in (mremap with MREMAP_DONTUNMAP), where the transport reaches
/// them, and back when they are complete: at once, without a copy, in any order.
/// Source: T-NBC, section 4.1, where adapters write to the pages and need no stand-in.
class Guard {
 public:
  /// Null if this kernel, or this process, may not.
  static std::unique_ptr<Guard> make(GuardKind kind);
  virtual ~Guard() = default;
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  virtual std::string_view name() const = 0;
  /// Null where the memory cannot be closed (see is_private_memory), or where too much is closed already.
  /// Waits first while any of the pages is closed. The guard must outlive what it closed.
  std::unique_ptr<ProtectedMemory> close(Pages pages);

  /// Seconds that it takes to close a page, reach its stand-in, open it and reach it again: virtual machines
  /// differ by a factor of twenty. The least of some trials; infinity if nothing can be closed.
  double seconds_per_page();

  /// Wants the pages of which only the kernel knows who waits for them. Costs a system call at most.
  virtual void notice_faults() noexcept {}
  /// A file that can be read from while there are such; -1 if there never are.
  virtual int faults_file() const { return -1; }

 protected:
  Guard() = default;

  /// Moves the pages of these mappings, which lie one behind the other, to the stand-in. If false,
  /// they are back where they were.
  static bool move_all(const std::vector<Pages>& mappings, std::byte* relocated) noexcept;

 private:
  friend class ProtectedMemory;

  /// Keeps everybody from the pages, and moves them. If false, nothing has changed but the stand-in.
  virtual bool take_away(const std::vector<Pages>& mappings, std::byte* relocated) noexcept = 0;
  /// Moves pages of one mapping back, and wakes who sleeps for them.
  virtual void put_back(Pages part, std::byte* relocated) noexcept = 0;

  bool works();
};

}  // namespace tutti::overlap
