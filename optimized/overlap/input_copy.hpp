#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <span>
#include <vector>

#include "contract/call.hpp"
#include "contract/pooled_memory.hpp"
#include "contract/typed_blocks.hpp"
#include "optimized/active/partial_input.hpp"
#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// A call with a copy of what this rank contributes: the program may write over its own, or free it,
/// and the arrays of counts and its types, while data still leave. What call() points to lives as long as this.
/// The copy is made piece by piece, while what is there already leaves, beginning with what the next rank
/// gets. What stays here goes from the program's memory to where this rank receives it.
/// Source: T-NBC, sections 5.1.2 and 5.2.3.
class InputCopy final : public active::PartialInput {
 public:
  /// `type`s of what is sent and received at this rank: without gaps. Those that are not built in become
  /// bytes, of which there must be no more than MPI can count.
  InputCopy(const Call& call, int rank, int ranks);
  InputCopy(const InputCopy&) = delete;
  InputCopy& operator=(const InputCopy&) = delete;

  /// Not in place, wherever the program's is.
  const Call& call() const { return call_; }

  /// True if it is copied from there.
  bool lies_in(Pages pages) const;
  /// True if this rank sends to itself what no other does.
  bool has_staying() const { return staying_ != nullptr; }
  /// Where it receives that, if there is any.
  void deliver_to(std::byte* address);
  /// Copies a piece; false if there is no more. What stays here comes last, and only where it is known
  /// where to.
  bool copy_next();
  void copy_sent() {
    while (copy_next()) continue;
  }
  /// Also what stays here, to where the rest is.
  void copy_all();
  /// False while the program's memory must not change.
  bool is_complete() const { return is_complete_.load(std::memory_order_acquire); }
  bool has(const std::byte* address, std::int64_t bytes) const override;
  bool is_delivered(const std::byte* address) const override {
    return is_delivered_ && address == staying_;
  }

 private:
  void keep_receive_side(const TypedBlocks& output);
  /// The blocks, one behind the other, to be copied there from a block on.
  TypedBlocks lay_out(const TypedBlocks& input, int first);
  const int* keep(std::vector<int> values) {
    return values_.emplace_back(std::move(values)).data();
  }

  struct Block {
    std::span<const std::byte> source;
    std::byte* target;
  };

  Call call_;
  PooledMemory memory_;
  std::list<std::vector<int>> values_;
  std::vector<Block> blocks_;  ///< in the order in which they are copied
  std::size_t next_ = 0;       ///< of the blocks; what was copied of it is cut off
  std::ptrdiff_t bytes_ = 0;
  std::ptrdiff_t first_ = 0;  ///< byte that is copied; from the end it goes on at the begin
  /// Where the last block would be copied to, if it was sent. Null if it is.
  const std::byte* staying_ = nullptr;
  bool is_delivered_ = false;               ///< instead
  std::atomic<std::ptrdiff_t> copied_ = 0;  ///< bytes
  std::atomic<bool> is_complete_ = false;
};

}  // namespace tutti::overlap
