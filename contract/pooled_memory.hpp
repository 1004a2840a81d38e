#pragma once

#include <cstddef>
#include <utility>

namespace tutti {

/// Uninitialized memory, aligned for any type and to a cache line. When released, the process keeps
/// it for later allocations of its size class: fresh memory costs a page fault every 4 KiB, and the
/// network would have to register it again.
class PooledMemory {
 public:
  PooledMemory() = default;
  explicit PooledMemory(std::size_t bytes);
  PooledMemory(PooledMemory&& other) noexcept { swap(other); }
  PooledMemory& operator=(PooledMemory&& other) noexcept {
    swap(other);
    return *this;
  }
  ~PooledMemory();

  std::byte* get() const { return address_; }

 private:
  void swap(PooledMemory& other) noexcept {
    std::swap(address_, other.address_);
    std::swap(size_class_, other.size_class_);
  }

  std::byte* address_ = nullptr;
  int size_class_ = 0;
};

}  // namespace tutti
