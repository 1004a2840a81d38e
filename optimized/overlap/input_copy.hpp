#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <span>
#include <vector>

#include "contract/call.hpp"
#include "contract/pooled_memory.hpp"
#include "contract/typed_blocks.hpp"
#include "optimized/active_messages/partial_input.hpp"
#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// A call with a copy of what this rank contributes: while data are still being sent, the program
/// may overwrite or free its own input, its arrays of counts and its datatypes. What call() points
/// to lives as long as this object. The copy is made piece by piece, while what is copied already
/// is sent, beginning with the data for the next rank. The block that this rank sends to itself
/// goes from the program's memory directly to where this rank receives it.
/// Source: T-NBC, sections 5.1.2 and 5.2.3.
class InputCopy final : public active::PartialInput {
 public:
  /// Requires datatypes without gaps for what is sent and received at this rank. Those that are not
  /// built in become bytes.
  InputCopy(const Call& call, int rank, int ranks);
  InputCopy(const InputCopy&) = delete;
  InputCopy& operator=(const InputCopy&) = delete;

  /// Returns the call that sends from the copy. It is not in place, even where the program's call
  /// is.
  const Call& call() const { return call_; }

  /// Returns whether any input is copied from these pages.
  bool lies_in(Pages pages) const;
  /// Returns whether this rank sends a block to itself that no other rank gets.
  bool has_block_for_itself() const { return block_for_itself_ != nullptr; }
  /// Sets the address where this rank receives that block. Requires has_block_for_itself().
  void deliver_to(std::byte* address);
  /// Copies a piece; returns false if there are no more. The block that this rank sends to itself
  /// comes last, and only after deliver_to().
  bool copy_next();
  void copy_available() {
    while (copy_next()) continue;
  }
  /// Copies all blocks; the block that this rank sends to itself is copied like the others.
  void copy_all();
  /// Returns false while the program must not change its input.
  bool is_complete() const { return is_complete_.load(std::memory_order_acquire); }
  bool has(const std::byte* address, std::int64_t bytes) const override;
  bool is_delivered(const std::byte* address) const override {
    return is_delivered_ && address == block_for_itself_;
  }

 private:
  void keep_receive_side(const TypedBlocks& output);
  /// Lays out copies of the blocks one behind the other, to be copied in turn from block `first`
  /// on.
  TypedBlocks lay_out(const TypedBlocks& input, int first);
  template <class Wide>
  static CountList<Wide> keep(std::list<std::vector<Wide>>& kept, std::vector<Wide> values) {
    return kept.emplace_back(std::move(values)).data();
  }

  struct Block {
    std::span<const std::byte> source;
    std::byte* target;
  };

  Call call_;
  PooledMemory memory_;
  std::list<std::vector<MPI_Count>> counts_;
  std::list<std::vector<MPI_Aint>> displacements_;
  std::vector<Block> blocks_;  ///< in the order in which they are copied
  std::size_t next_ = 0;       ///< in blocks_; bytes that are copied already are cut off
  std::ptrdiff_t bytes_ = 0;
  std::ptrdiff_t first_ = 0;  ///< offset of the first copied byte; copying wraps around
  /// Where the last block would be copied to, if it were sent like the others. Null if it is.
  const std::byte* block_for_itself_ = nullptr;
  bool is_delivered_ = false;               ///< whether deliver_to() was called
  std::atomic<std::ptrdiff_t> copied_ = 0;  ///< number of bytes
  std::atomic<bool> is_complete_ = false;
};

}  // namespace tutti::overlap
