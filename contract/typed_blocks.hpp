#pragma once

#include <cstddef>
#include <cstdint>

#include "contract/call.hpp"

namespace tutti {

/// One run of elements in memory, described as in MPI, except that its count may exceed an int.
struct TypedRun {
  std::byte* address = nullptr;
  std::int64_t count = 0;
  MPI_Datatype type = MPI_BYTE;
};

/// Returns the bytes of the elements when packed.
std::int64_t packed_bytes(const TypedRun& run);

/// The blocks of elements that a rank contributes to a call, or ends up with. Empty if the rank
/// contributes, or ends up with, nothing.
struct TypedBlocks {
  const void* address = nullptr;
  MPI_Datatype type = MPI_BYTE;
  int size = 0;                      ///< number of blocks
  std::int64_t block_elements = 0;   ///< if all blocks are equally long and consecutive
  Counts counts = {};                ///< otherwise the number of elements of each block
  Displacements displacements = {};  ///< and the position where it begins, in elements
  /// The datatype of each block instead of one for all; displacements are then in bytes. That of an
  /// empty block means nothing.
  const MPI_Datatype* types = nullptr;

  TypedRun block(int index) const;
  /// Returns this block alone.
  TypedBlocks only(int index) const;
  /// Returns true if every block begins where the previous one ends. Expects one datatype for all.
  bool is_consecutive() const;
};

std::int64_t elements_in(const TypedBlocks& blocks);

/// Returns the blocks that the rank contributes, in the receive buffer if MPI_IN_PLACE says so.
/// `blocks` is their number if they are one for each rank, or neighbour.
TypedBlocks input_of(const Call& call, int rank, int blocks);

/// Returns the blocks that the rank ends up with. At the root of a scatter in place: its block of
/// the send buffer.
TypedBlocks output_of(const Call& call, int rank, int blocks);

/// Returns true if the input lies in the memory of the output: with MPI_IN_PLACE, and at the root
/// of a broadcast.
bool is_in_place(const Call& call, int rank);

}  // namespace tutti
