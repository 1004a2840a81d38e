#pragma once

#include <cstddef>
#include <cstdint>

#include "contract/call.hpp"

namespace tutti {

/// One run of elements in memory, as MPI describes it, but for a count that may exceed an int.
struct TypedRun {
  std::byte* address = nullptr;
  std::int64_t count = 0;
  MPI_Datatype type = MPI_BYTE;
};

/// Bytes of its elements when packed.
std::int64_t packed_bytes(const TypedRun& run);

/// The blocks of elements that a rank contributes to a call, or ends up with. No blocks where it
/// has no part in it.
struct TypedBlocks {
  const void* address = nullptr;
  MPI_Datatype type = MPI_BYTE;
  int size = 0;                        ///< number of blocks
  std::int64_t block_elements = 0;     ///< where all blocks are alike and consecutive
  const int* counts = nullptr;         ///< else: elements of each block
  const int* displacements = nullptr;  ///< and where it begins, in elements

  TypedRun block(int index) const;
  /// This block alone.
  TypedBlocks only(int index) const;
  /// True if every block begins where the one before ends.
  bool is_consecutive() const;
};

std::int64_t elements_in(const TypedBlocks& blocks);

/// What the rank contributes, wherever MPI_IN_PLACE says that it lies.
TypedBlocks input_of(const Call& call, int rank, int ranks);

/// What the rank ends up with. At the root of a scatter in place: its block of the send buffer.
TypedBlocks output_of(const Call& call, int rank, int ranks);

/// True if the input lies in the memory of the output: MPI_IN_PLACE, and the root of a broadcast.
bool is_in_place(const Call& call, int rank);

}  // namespace tutti
