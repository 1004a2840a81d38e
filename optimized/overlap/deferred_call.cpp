#include "optimized/overlap/deferred_call.hpp"

#include "contract/datatype.hpp"

namespace tutti::overlap {
namespace {

/// What arrives at this rank.
TypedBlocks received(const Call& call, int rank, int ranks) {
  const bool sends_from_there =
      is_in_place(call, rank) &&
      (call.collective == Collective::bcast || call.collective == Collective::scatter ||
       call.collective == Collective::scatterv);
  return sends_from_there ? TypedBlocks{} : output_of(call, rank, ranks);
}

/// Datatypes of the program's own may be freed at once.
bool is_plain(const TypedBlocks& blocks) {
  return blocks.size == 0 || (is_builtin(blocks.type) && is_packed(blocks.type));
}

std::vector<Bytes> bytes_of(const TypedBlocks& blocks) {
  std::vector<Bytes> bytes;
  for (int i = 0; i < blocks.size; ++i) {
    const TypedRun block = blocks.block(i);
    bytes.push_back({block.address, block.address + packed_bytes(block)});
  }
  return bytes;
}

}  // namespace

DeferredCall::DeferredCall(const Call& call, int rank, int ranks, Guard& guard) : call_(call) {
  const auto output = received(call, rank, ranks);
  if (!is_plain(input_of(call, rank, ranks)) || !is_plain(output)) return;
  own_input_.emplace(call, rank, ranks);
  if (output.size > 0) {
    buffer_ = DeferredBuffer::over(bytes_of(output), guard);
    if (!buffer_) {
      own_input_.reset();
      return;
    }
  }
  call_ = own_input_->call();
  if (buffer_) call_.receive = static_cast<std::byte*>(call_.receive) + buffer_->shift();
}

void DeferredCall::finish() {
  if (buffer_) buffer_->finish();
  over_.store(true, std::memory_order_release);
}

}  // namespace tutti::overlap
