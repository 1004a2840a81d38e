#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "optimized/overlap/pages.hpp"
#include "optimized/overlap/private_memory.hpp"

namespace tutti::overlap {

/// Pages that are mapped for one test.
class TestMemory {
 public:
  explicit TestMemory(std::size_t count, int flags = MAP_PRIVATE | MAP_ANONYMOUS,
                      int access = PROT_READ | PROT_WRITE, int file = -1) {
    void* const memory = mmap(nullptr, count * page_bytes(), access, flags, file, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no memory for the test");
    auto* const begin = static_cast<std::byte*>(memory);
    pages_ = {begin, begin + count * page_bytes()};
  }
  ~TestMemory() {
    munmap(pages_.begin, pages_.bytes());
    forget_private_memory();
  }
  TestMemory(const TestMemory&) = delete;
  TestMemory& operator=(const TestMemory&) = delete;

  std::byte* begin() const { return pages_.begin; }
  Pages pages() const { return pages_; }
  Pages part(std::size_t first, std::size_t count) const {
    std::byte* const from = begin() + first * page_bytes();
    return {from, from + count * page_bytes()};
  }
  std::byte& page(std::size_t index) const { return begin()[index * page_bytes()]; }

 private:
  Pages pages_;
};

inline void fill(Pages pages, int value) {
  std::fill(pages.begin, pages.end, static_cast<std::byte>(value));
}

inline bool holds_only(Pages pages, int value) {
  return std::all_of(pages.begin, pages.end,
                     [value](std::byte byte) { return byte == static_cast<std::byte>(value); });
}

/// Returns the number of mappings of this process.
inline std::ptrdiff_t mappings_now() {
  std::ifstream maps("/proc/self/maps");
  return std::count(std::istreambuf_iterator<char>(maps), {}, '\n');
}

}  // namespace tutti::overlap
