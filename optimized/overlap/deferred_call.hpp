#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "contract/call.hpp"
#include "optimized/overlap/deferred_buffer.hpp"
#include "optimized/overlap/input_copy.hpp"

namespace tutti::overlap {

/// A collective that continues after it has returned to the program: with a copy of what the
/// program sends, and with protected pages where it receives. If the pages cannot be protected, or
/// without priorities, the program has to wait.
class DeferredCall {
 public:
  /// Makes the copy's layout, and protects the pages. `room` is as for DeferredBuffer.
  DeferredCall(const Call& call, int rank, int ranks, Guard& guard,
               std::optional<Priorities> priorities, Bytes room);

  /// Returns the call that the engine executes instead. Valid while this object lives.
  const Call& call() const { return call_; }
  /// Returns null if no data are used before the end of the call: what reductions write is not
  /// final.
  active::FetchScheduler* fetch_scheduler() const {
    return traits(call_.collective).reducing ? nullptr : buffer_.get();
  }

  /// Returns the input while copy_input() is filling it; null if there is no copy.
  active::PartialInput* partial_input() { return input_copy_ ? &*input_copy_ : nullptr; }
  /// Copies what is sent, piece by piece, and calls meanwhile() after each piece. The program must
  /// not continue before all is copied.
  template <class Action>
  void copy_input(Action meanwhile) {
    while (input_copy_ && input_copy_->copy_next()) meanwhile();
  }

  bool is_deferred() const { return input_copy_.has_value(); }
  /// Returns whether the program may continue.
  bool may_return() const {
    return over_.load(std::memory_order_acquire) ||
           (input_copy_ && input_copy_->is_complete() &&
            (!buffer_ || buffer_->partial_pages_arrived()));
  }
  /// Ends the call, which is complete or has failed: see active::Done.
  void finish();

 private:
  Call call_;
  std::optional<InputCopy> input_copy_;
  std::unique_ptr<DeferredBuffer> buffer_;
  std::atomic<bool> over_ = false;
};

}  // namespace tutti::overlap
