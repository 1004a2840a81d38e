#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>

#include "contract/pooled_memory.hpp"

namespace tutti {

/// Returns the bytes of one element of the datatype when packed, that is, without gaps.
std::int64_t packed_bytes(MPI_Datatype type);

/// Returns the bytes from one element to the next in memory. May be negative.
MPI_Aint extent_of(MPI_Datatype type);

/// Returns true if elements are laid out in memory exactly as in a packed message: no gaps, in
/// order. May return false although they are: it does so for every derived datatype that is not
/// contiguous.
bool is_packed(MPI_Datatype type);

/// Returns true for datatypes that MPI predefines: their handles never change meaning.
bool is_builtin(MPI_Datatype type);

/// Returns the address of an element, counted from the buffer address that is passed to MPI.
inline std::byte* element_at(const void* buffer, MPI_Aint index, MPI_Datatype type) {
  auto* const first = static_cast<std::byte*>(const_cast<void*>(buffer));
  return index == 0 ? first : first + index * extent_of(type);
}

/// Uninitialized memory for `count` elements of a datatype, gaps included.
class TypedMemory {
 public:
  TypedMemory() = default;
  TypedMemory(MPI_Datatype type, std::int64_t count);

  /// Returns the buffer address to pass to MPI. The first byte may be elsewhere if the lower bound
  /// of the datatype is not zero.
  std::byte* address() const { return address_; }

 private:
  PooledMemory memory_;
  std::byte* address_ = nullptr;
};

}  // namespace tutti
