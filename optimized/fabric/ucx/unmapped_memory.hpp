#pragma once

#include <ucm/api/ucm.h>

#include <array>
#include <atomic>

#include "optimized/fabric/port.hpp"

namespace tutti::fabric::ucx {

/// Hears of memory that this process unmaps, whoever does so.
class UnmappedMemory {
 public:
  UnmappedMemory();
  ~UnmappedMemory();
  UnmappedMemory(const UnmappedMemory&) = delete;
  UnmappedMemory& operator=(const UnmappedMemory&) = delete;

  /// What was unmapped since the last call; everything, if it was too much to remember, or if UCX's hooks
  /// of memory are turned off.
  Port::Unmapped take();

 private:
  static void unmapping(ucm_event_type_t, ucm_event_t* event, void* self);
  void add(std::byte* begin, std::byte* end);
  void lock();
  void unlock() { busy_.clear(std::memory_order_release); }

  bool is_told_ = false;
  /// The handler runs inside of munmap, where nothing may be allocated.
  static constexpr std::size_t remembered = 64;
  std::atomic<std::size_t> size_ = 0;
  std::array<std::pair<std::byte*, std::byte*>, remembered> ranges_;
  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
};

}  // namespace tutti::fabric::ucx
