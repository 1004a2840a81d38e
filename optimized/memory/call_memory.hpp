#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "contract/datatype.hpp"
#include "contract/typed_blocks.hpp"
#include "optimized/memory/packed_runs.hpp"
#include "optimized/team/team.hpp"

namespace tutti {

/// One buffer of a schedule in memory: units are elements that lie one behind the other, or blocks
/// that lie anywhere.
class UnitMemory {
 public:
  UnitMemory() = default;
  UnitMemory(std::byte* address, MPI_Datatype type, MPI_Aint extent)
      : address_(address), type_(type), extent_(extent) {}
  /// The blocks must outlive this.
  explicit UnitMemory(const std::vector<TypedRun>& blocks) : blocks_(blocks.data()) {}

  /// Where these units lie. A range of blocks holds at most one.
  TypedRun at(Range range) const {
    if (range.length == 0) return {};
    if (!blocks_) return {address_ + range.offset * extent_, range.length, type_};
    assert(range.length == 1);
    return blocks_[range.offset];
  }

 private:
  std::byte* address_ = nullptr;
  MPI_Datatype type_ = MPI_BYTE;
  MPI_Aint extent_ = 1;
  const TypedRun* blocks_ = nullptr;
};

/// The buffers of one call on this rank. Where units are bytes and the caller's data is not one
/// run of bytes, or where input and output share memory and must not, copies stand in. They are packed
/// as far as they are needed, and unpacked as data arrive.
class CallMemory {
 public:
  CallMemory() = default;
  CallMemory(const Call& call, const Plan& plan, const Team& team) { bind(call, plan, team); }

  /// From now on: the buffers of this call. True if they were that already, and lie where they lay.
  bool bind(const Call& call, const Plan& plan, const Team& team);
  /// The call is over. What the next one can use, if it is just the same, is kept.
  void release();

  TypedRun at(const Region& region) const {
    return buffers_[static_cast<std::size_t>(region.buffer)].at(region.range);
  }
  /// Votes are all yes where a call begins, but for those that are changed before anything else.
  bool vote(std::int32_t which) const { return votes_[static_cast<std::size_t>(which)] != no; }
  void refuse(std::size_t which) { votes_[which] = no; }
  /// A step is about to read the region, or that part of it. Nothing has to be done but where units are
  /// bytes; likewise below.
  void need(const Region& region) {
    if (!packing_.empty() && is_packed_late(region)) pack_needed(region.range);
  }
  /// True if need() may have to pack it.
  bool is_packed_late(const Region& region) const {
    return !packing_.empty() && (region.buffer == Buffer::input ||
                                 (region.buffer == Buffer::output && output_is_input_));
  }
  /// A step has written the region, or that part of it.
  void arrived(const Region& region) {
    if (unpacks_early_ && region.buffer == Buffer::output) unpack_arrived(region.range);
  }
  /// True if steps read the caller's own memory, not a copy.
  bool input_is_callers() const { return packing_.empty() && !input_apart(); }
  /// True if steps write to the caller's own memory, not to a copy.
  bool output_is_callers() const { return unpacking_.empty() && !output_apart(); }
  /// Does a step that copies.
  void copy(const Region& source, const Region& target);
  /// The same, of what is not in a buffer.
  void copy(const TypedRun& source, const Region& target);
  /// Hands the output over to the caller, once the schedule is done.
  void finish();
  /// The same for output that was collected elsewhere, packed. Only where units are bytes.
  void hand_over(std::span<const std::byte> packed) const;

 private:
  UnitMemory& buffer(Buffer which) { return buffers_[static_cast<std::size_t>(which)]; }
  bool can_stay_bound(const Plan& plan) const;
  void lay_out_bytes(const Plan& plan);
  void lay_out_elements(std::int64_t scratch_units);
  void lay_out_blocks(std::int64_t scratch_units);

  void pack_needed(Range bytes);
  void unpack_arrived(Range bytes);
  bool input_apart() const { return apart_ && !output_is_sent_; }
  bool output_apart() const { return apart_ && output_is_sent_; }
  std::byte* allocate(MPI_Datatype type, std::int64_t count);
  TypedRun duplicate(const TypedRun& run);
  std::vector<TypedRun> runs_of(const TypedBlocks& blocks, bool apart);

  Call call_ = {};
  std::uint32_t plan_ = 0;  ///< its number
  bool stays_bound_ = false;
  const Team* team_ = nullptr;
  TypedBlocks input_, output_;
  bool apart_ = false;           ///< input and output share the caller's memory, but must not
  bool output_is_sent_ = false;  ///< MPI only reads the memory where the output would go
  static constexpr std::byte yes{1}, no{0};

  std::array<UnitMemory, 4> buffers_;
  std::vector<std::byte> votes_;
  std::vector<TypedRun> input_runs_, output_runs_;  ///< of blocks that lie anywhere
  std::vector<TypedMemory> owned_;
  PackedRuns packing_, unpacking_;
  bool output_is_input_ = false;  ///< the packed form of both is the same
  bool unpacks_early_ = false;    ///< what a step has written is final
};

}  // namespace tutti
