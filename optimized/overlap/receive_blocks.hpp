#pragma once

#include <optional>
#include <vector>

#include "contract/call.hpp"
#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// Bytes of the program's memory.
struct Bytes {
  std::byte* begin = nullptr;
  std::byte* end = nullptr;
};

/// Where the data of a call arrive at this rank, in blocks that are not empty. None if the call has a datatype of the program's own,
/// which may be freed at once, or with gaps.
std::optional<std::vector<Bytes>> receive_blocks_of(const Call& call, int rank, int ranks);

/// The pages that lie as a whole between the first of these bytes and the last.
Pages whole_pages(const std::vector<Bytes>& blocks);

/// Those of what arrives at this rank, which may be none; nothing if they cannot be closed. To be asked while
/// none of them is.
std::optional<Pages> protectable_pages_of(const Call& call, int rank, int ranks);

}  // namespace tutti::overlap
