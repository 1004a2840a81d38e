#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "contract/call.hpp"
#include "optimized/overlap/deferred_buffer.hpp"
#include "optimized/overlap/input_copy.hpp"

namespace tutti::overlap {

/// A collective of the program that goes on when the program does: with a copy of what it sends, and
/// closed pages where it receives. If these cannot be closed, or without priorities, the program has to
/// wait.
class DeferredCall {
 public:
  /// `room`: as for DeferredBuffer.
  DeferredCall(const Call& call, int rank, int ranks, Guard& guard,
               std::optional<Priorities> priorities, Bytes room);

  /// What the engine executes instead. Valid while this lives.
  const Call& call() const { return call_; }
  /// Null if nobody looks before all is over: what reductions write is not final.
  active::FetchScheduler* fetch_scheduler() const {
    return traits(call_.collective).reducing ? nullptr : buffer_.get();
  }

  /// What is sent, while copy_input() goes on.
  active::PartialInput* partial_input() { return input_copy_ ? &*input_copy_ : nullptr; }
  /// Copies what is sent, a piece after the other, with meanwhile() in between. The program must not go on
  /// before.
  template <class Action>
  void copy_input(Action meanwhile) {
    while (input_copy_ && input_copy_->copy_next()) meanwhile();
  }

  bool is_deferred() const { return input_copy_.has_value(); }
  /// The program may go on.
  bool may_return() const {
    return over_.load(std::memory_order_acquire) ||
           (input_copy_ && input_copy_->is_complete() && (!buffer_ || buffer_->edges_are_there()));
  }
  /// All is over, or failed, as active::Done says.
  void finish();

 private:
  Call call_;
  std::optional<InputCopy> input_copy_;
  std::unique_ptr<DeferredBuffer> buffer_;
  std::atomic<bool> over_ = false;
};

}  // namespace tutti::overlap
