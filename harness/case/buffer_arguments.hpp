#pragma once

#include <cstdint>
#include <vector>

#include "harness/case/guarded_buffer.hpp"
#include "harness/case/problem.hpp"

namespace tutti {

/// The send or the receive arguments of a call at one rank.
struct Side {
  enum class Role {
    absent,         ///< the collective has no such arguments
    significant,    ///< a buffer of this rank
    in_place,       ///< MPI_IN_PLACE
    insignificant,  ///< MPI ignores these arguments at this rank
  };
  Role role = Role::absent;
  /// The datatype of blocks: its layout, and the elements in an instance of it.
  struct Type {
    Layout layout = Layout::plain;
    std::int64_t elements_per_instance = 1;
  };
  std::vector<std::int64_t> blocks = {};  ///< elements of each block in the buffer
  /// Elements that each block has room for, at least: one of a neighbour that is not there is empty,
  /// but has its place.
  std::int64_t room = 0;
  std::vector<Type> types = {};   ///< of each block if typed_per_block, else of all
  int offset = 0;                 ///< bytes past a page boundary
  bool listed = false;            ///< counts and displacements are passed as arrays
  bool typed_per_block = false;   ///< datatypes are, too; displacements count bytes
  std::uint64_t scatter_key = 0;  ///< not 0: blocks lie out of order and with holes
};

Side send_side(const Problem& problem, int rank);
Side receive_side(const Problem& problem, int rank);

/// Returns the places of the blocks of a significant side. `types` are those of side.types.
Placement place_blocks(const Side& side, std::vector<std::shared_ptr<const MessageType>> types);

/// Returns the block of the receive buffer at which input begins before the call, or -1 if it holds none. It is the
/// rank's own; but alone, it is the other operand.
int first_input_block(const Problem& problem, int rank);

}  // namespace tutti
