#include "optimized/overlap/deferred_call.hpp"

namespace tutti::overlap {

DeferredCall::DeferredCall(const Call& call, int rank, int ranks, Guard& guard,
                           std::optional<Priorities> priorities, Bytes room)
    : call_(call) {
  if (!priorities) return;
  auto received = receive_blocks_of(call, rank, ranks);
  if (!received) return;
  input_copy_.emplace(call, rank, ranks);
  // Input that will be protected, or combined with what arrives, is copied beforehand.
  if (traits(call.collective).reducing || input_copy_->lies_in(whole_pages(*received)))
    input_copy_->copy_all();
  if (!received->empty()) {
    buffer_ = DeferredBuffer::over(std::move(*received), guard, std::move(*priorities), room);
    if (!buffer_) {
      input_copy_.reset();
      return;
    }
  }
  call_ = input_copy_->call();
  if (!buffer_) return;
  call_.receive = static_cast<std::byte*>(call_.receive) + buffer_->shift();
  if (input_copy_->has_block_for_itself())
    input_copy_->deliver_to(output_of(call_, rank, ranks).block(rank).address);
}

void DeferredCall::finish() {
  if (buffer_) buffer_->finish();
  over_.store(true, std::memory_order_release);
}

}  // namespace tutti::overlap
