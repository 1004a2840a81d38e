#pragma once

#include <ucm/api/ucm.h>

#include <array>
#include <atomic>

#include "optimized/fabric/port.hpp"

namespace tutti::fabric::ucx {

/// A record of the memory that this process unmaps, in whichever library.
class UnmappedMemory {
 public:
  UnmappedMemory();
  ~UnmappedMemory();
  UnmappedMemory(const UnmappedMemory&) = delete;
  UnmappedMemory& operator=(const UnmappedMemory&) = delete;

  /// Returns what was unmapped since the last call; all memory if that was too much to remember, or
  /// if UCX's memory hooks are turned off.
  Port::Unmapped take();

 private:
  static void unmapping(ucm_event_type_t, ucm_event_t* event, void* self);
  void add(std::byte* begin, std::byte* end);
  void lock();
  void unlock() { busy_.clear(std::memory_order_release); }

  bool is_told_ = false;
  /// Number of ranges to remember: the handler runs inside munmap, where nothing may be allocated.
  static constexpr std::size_t remembered = 64;
  std::atomic<std::size_t> size_ = 0;
  std::array<std::pair<std::byte*, std::byte*>, remembered> ranges_;
  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
};

}  // namespace tutti::fabric::ucx
