#pragma once

#include <cstddef>
#include <utility>

namespace tutti {

/// Uninitialized memory, aligned for any type and any cache line. Given back, it is kept by the
/// process for the next one that needs as much: fresh memory costs a page fault every 4 KiB, and the
/// network would have to register it again.
class KeptMemory {
 public:
  KeptMemory() = default;
  explicit KeptMemory(std::size_t bytes);
  KeptMemory(KeptMemory&& other) noexcept { swap(other); }
  KeptMemory& operator=(KeptMemory&& other) noexcept {
    swap(other);
    return *this;
  }
  ~KeptMemory();

  std::byte* get() const { return address_; }

 private:
  void swap(KeptMemory& other) noexcept {
    std::swap(address_, other.address_);
    std::swap(size_class_, other.size_class_);
  }

  std::byte* address_ = nullptr;
  int size_class_ = 0;
};

}  // namespace tutti
