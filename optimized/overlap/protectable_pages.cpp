#include "optimized/overlap/protectable_pages.hpp"

#include <algorithm>
#include <utility>

#include "contract/datatype.hpp"
#include "contract/typed_blocks.hpp"
#include "optimized/overlap/private_memory.hpp"

namespace tutti::overlap {
namespace {

TypedBlocks received(const Call& call, int rank, int ranks) {
  const bool sends_from_there = is_in_place(call, rank) && (call.collective == Collective::bcast ||
                                                            is_scatter(call.collective));
  return sends_from_there ? TypedBlocks{} : output_of(call, rank, ranks);
}

/// Returns whether InputCopy can copy these blocks: datatypes of the program's own become bytes there.
bool is_plain(const TypedBlocks& blocks, bool reducing) {
  if (blocks.size == 0) return true;
  if (blocks.types || !is_packed(blocks.type)) return false;
  return is_builtin(blocks.type) || (!reducing && packed_bytes(blocks.type) > 0);
}

}  // namespace

std::optional<std::vector<Bytes>> receive_blocks_of(const Call& call, int rank, int ranks) {
  const auto output = received(call, rank, ranks);
  const bool reducing = traits(call.collective).reducing;
  if (!is_plain(input_of(call, rank, ranks), reducing) || !is_plain(output, reducing))
    return std::nullopt;
  std::vector<Bytes> bytes;
  for (int i = 0; i < output.size; ++i) {
    const TypedRun block = output.block(i);
    if (block.count > 0) bytes.push_back({block.address, block.address + packed_bytes(block)});
  }
  return bytes;
}

Pages whole_pages(const std::vector<Bytes>& blocks) {
  if (blocks.empty()) return {};
  return whole_pages(std::ranges::min(blocks, {}, &Bytes::begin).begin,
                     std::ranges::max(blocks, {}, &Bytes::end).end);
}

std::optional<Pages> protectable_pages_of(const Call& call, int rank, int ranks) {
  const auto received = receive_blocks_of(call, rank, ranks);
  if (!received) return std::nullopt;
  const Pages pages = whole_pages(*received);
  return received->empty() || is_private_memory(pages) ? std::optional(pages) : std::nullopt;
}

}  // namespace tutti::overlap
