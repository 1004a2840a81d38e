#pragma once

#include <cstdint>
#include <string_view>

namespace tutti {

/// The size of what a rank contributes to a collective, or has in the end.
enum class Extent : std::uint8_t {
  nothing,
  message,  ///< as much as all other ranks
  block,    ///< the block of one rank
  blocks,   ///< one block for each rank, or from each
};

/// The ranks that contribute data, or have some in the end.
enum class Holders : std::uint8_t {
  all,
  root,
  later,  ///< all but the first
};

/// The data of one side of a collective.
struct SideTraits {
  Extent extent = Extent::nothing;
  Holders holders = Holders::all;

  /// Returns whether this rank has data on this side, in a call with this root.
  constexpr bool is_held_by(int rank, int root) const {
    if (extent == Extent::nothing) return false;
    return holders == Holders::all || (holders == Holders::root ? rank == root : rank > 0);
  }
};

/// The ranks whose contributions a reduction combines for a rank.
enum class Combined : std::uint8_t {
  all,
  up_to_own,   ///< up to its own
  before_own,  ///< before its own
};

/// The properties of a collective that do not depend on its arguments.
struct CollectiveTraits {
  std::string_view name;
  SideTraits input, output;
  Combined combined = Combined::all;
  bool has_send_buffer = false;  ///< apart from the receive buffer
  bool rooted = false;           ///< has a root argument
  bool reducing = false;         ///< combines elements with an operation
  bool locally_sized = false;    ///< block sizes differ and no rank knows all of them
  bool sized_per_rank = false;   ///< block sizes differ and every rank knows all of them
  bool typed_per_block = false;  ///< each block has a datatype, and displacements count bytes
  bool neighbourhood = false;    ///< blocks are for, or from, neighbours instead of all ranks
  bool alone = false;  ///< a rank combines two operands of its own: no communicator, no request

  constexpr bool has_varying_blocks() const { return locally_sized || sized_per_rank; }
  /// Returns whether each pair of ranks has blocks of its own size: alltoallv, alltoallw
  /// and those of neighbourhoods.
  constexpr bool is_sized_per_pair() const {
    return locally_sized && input.extent == Extent::blocks && output.extent == Extent::blocks;
  }
  /// Returns the end of the ranks, from 0 on, whose contributions are combined for this rank.
  constexpr int combined_end(int rank, int ranks) const {
    return combined == Combined::all ? ranks : combined == Combined::up_to_own ? rank + 1 : rank;
  }
};

}  // namespace tutti
