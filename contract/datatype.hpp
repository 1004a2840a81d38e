#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>

#include "contract/pooled_memory.hpp"

namespace tutti {

/// Bytes of one element of the datatype when packed, that is, without gaps.
std::int64_t packed_bytes(MPI_Datatype type);

/// Bytes from one element to the next in memory. May be negative.
MPI_Aint extent_of(MPI_Datatype type);

/// True if elements lie in memory exactly as they lie in a packed message: no gaps, in order.
/// False is always safe: it is said of every derived datatype but contiguous ones.
bool is_packed(MPI_Datatype type);

/// True for types that MPI defines: their handles mean the same for ever.
bool is_builtin(MPI_Datatype type);

/// The address of an element, counted from the buffer's address as MPI takes it.
inline std::byte* element_at(const void* buffer, MPI_Aint index, MPI_Datatype type) {
  auto* const first = static_cast<std::byte*>(const_cast<void*>(buffer));
  return index == 0 ? first : first + index * extent_of(type);
}

/// Uninitialized memory for `count` elements of a datatype, gaps and all.
class TypedMemory {
 public:
  TypedMemory() = default;
  TypedMemory(MPI_Datatype type, std::int64_t count);

  /// What MPI takes as the address of the buffer: the lower bound of the datatype may be elsewhere.
  std::byte* address() const { return address_; }

 private:
  PooledMemory memory_;
  std::byte* address_ = nullptr;
};

}  // namespace tutti
