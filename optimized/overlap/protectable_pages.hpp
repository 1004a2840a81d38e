#pragma once

#include <optional>
#include <vector>

#include "contract/call.hpp"
#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// A range of the program's memory, [begin, end).
struct Bytes {
  std::byte* begin = nullptr;
  std::byte* end = nullptr;
};

/// Returns the blocks, none of them empty, where the data of a call arrive at this rank. Returns
/// nullopt if a datatype has gaps, or if InputCopy cannot copy the call: a datatype of the
/// program's own in a reduction, or more bytes or elements than an int can count.
std::optional<std::vector<Bytes>> receive_blocks_of(const Call& call, int rank, int ranks);

/// Returns the pages that lie entirely between the first of these bytes and the last.
Pages whole_pages(const std::vector<Bytes>& blocks);

/// Returns the whole pages of what this rank receives, which may be none; nullopt if they cannot be
/// protected. Must be called while none of them is protected.
std::optional<Pages> protectable_pages_of(const Call& call, int rank, int ranks);

}  // namespace tutti::overlap
