#pragma once

#include <sys/mman.h>

#include <memory>
#include <new>
#include <vector>

namespace tutti {

/// An allocator that requests huge pages for large allocations: a proof on thousands of ranks
/// accesses gigabytes at random, and with small pages spends its time in page table walks.
template <class T>
struct HugePages {
  using value_type = T;
  static constexpr std::size_t page_bytes = std::size_t{2} << 20;
  static constexpr std::align_val_t page{page_bytes};

  HugePages() = default;
  template <class U>
  HugePages(const HugePages<U>&) {}

  static bool fill_a_page(std::size_t count) { return count * sizeof(T) >= page_bytes; }

  T* allocate(std::size_t count) {
    if (!fill_a_page(count)) return std::allocator<T>().allocate(count);
    void* const memory = ::operator new(count * sizeof(T), page);
    madvise(memory, count * sizeof(T), MADV_HUGEPAGE);  // has no effect without huge pages
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    if (!fill_a_page(count)) return std::allocator<T>().deallocate(memory, count);
    ::operator delete(memory, page);
  }

  friend bool operator==(HugePages, HugePages) { return true; }
};

template <class T>
using HugeVector = std::vector<T, HugePages<T>>;

}  // namespace tutti
