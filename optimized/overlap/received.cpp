#include "optimized/overlap/received.hpp"

#include <algorithm>

#include "contract/datatype.hpp"
#include "contract/typed_blocks.hpp"

namespace tutti::overlap {
namespace {

TypedBlocks received(const Call& call, int rank, int ranks) {
  const bool sends_from_there =
      is_in_place(call, rank) &&
      (call.collective == Collective::bcast || call.collective == Collective::scatter ||
       call.collective == Collective::scatterv);
  return sends_from_there ? TypedBlocks{} : output_of(call, rank, ranks);
}

bool is_plain(const TypedBlocks& blocks) {
  return blocks.size == 0 || (is_builtin(blocks.type) && is_packed(blocks.type));
}

}  // namespace

std::optional<std::vector<Bytes>> received_bytes(const Call& call, int rank, int ranks) {
  const auto output = received(call, rank, ranks);
  if (!is_plain(input_of(call, rank, ranks)) || !is_plain(output)) return std::nullopt;
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

Pages received_pages(const Call& call, int rank, int ranks) {
  const auto received = received_bytes(call, rank, ranks);
  return received ? whole_pages(*received) : Pages{};
}

}  // namespace tutti::overlap
