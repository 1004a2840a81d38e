#include "harness/case/memory_arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>

#include "contract/error.hpp"

namespace tutti {

Mapping::Mapping(std::size_t bytes) : size_(bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    throw CannotRun("no memory for a buffer of " + std::to_string(bytes) + " bytes");
  data_ = static_cast<std::byte*>(memory);
}

Mapping::~Mapping() { munmap(data_, size_); }

MappingPool::Lease MappingPool::lend(std::size_t bytes) {
  const auto enough = [bytes](const auto& mapping) { return mapping->size() >= bytes; };
  const auto found = std::find_if(free_.begin(), free_.end(), enough);
  if (found == free_.end()) {
    constexpr std::size_t smallest = 1 << 16;
    return Lease(new Mapping(std::max(smallest, std::bit_ceil(bytes))), GiveBack{this});
  }
  Lease lease(found->release(), GiveBack{this});
  free_.erase(found);
  return lease;
}

}  // namespace tutti
