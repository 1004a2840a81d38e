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

/// One buffer of a schedule in memory: its units are consecutive elements, or blocks at any
/// addresses.
class UnitMemory {
 public:
  UnitMemory() = default;
  UnitMemory(std::byte* address, MPI_Datatype type, MPI_Aint extent)
      : address_(address), type_(type), extent_(extent) {}
  /// `blocks` must outlive this object.
  explicit UnitMemory(const std::vector<TypedRun>& blocks) : blocks_(blocks.data()) {}

  /// Returns the memory of these units. A range of blocks may hold at most one block.
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

/// The buffers of one call on this rank. Copies of the caller's data are used where units are bytes
/// and the data is not one run of bytes, or where input and output share memory and must not. The
/// copies are packed as far as steps need them, and unpacked as data arrive.
class CallMemory {
 public:
  CallMemory() = default;
  CallMemory(const Call& call, const Plan& plan, const Team& team) { bind(call, plan, team); }

  /// Prepares the buffers of this call. Returns true if they were prepared for an equal call
  /// already, so that all addresses are the same.
  bool bind(const Call& call, const Plan& plan, const Team& team);
  /// Ends the call. Keeps what an equal next call can use.
  void release();

  TypedRun at(const Region& region) const {
    return buffers_[static_cast<std::size_t>(region.buffer)].at(region.range);
  }
  /// Returns a vote of this rank. All votes are yes when a call begins, except those that are set
  /// by refuse() first.
  bool vote(std::int32_t which) const { return votes_[static_cast<std::size_t>(which)] != no; }
  void refuse(std::size_t which) { votes_[which] = no; }
  /// Must be called before a step reads the region, or a part of it. Has an effect only where units
  /// are bytes; so has arrived().
  void need(const Region& region) {
    if (!packing_.empty() && is_packed_late(region)) pack_needed(region.range);
  }
  /// Returns true if need() may have to pack the region.
  bool is_packed_late(const Region& region) const {
    return !packing_.empty() && (region.buffer == Buffer::input ||
                                 (region.buffer == Buffer::output && output_is_input_));
  }
  /// Must be called after a step has written the region, or a part of it.
  void arrived(const Region& region) {
    if (unpacks_early_ && region.buffer == Buffer::output) unpack_arrived(region.range);
  }
  /// Returns true if steps read the caller's own memory, not a copy.
  bool input_is_callers() const { return packing_.empty() && !input_apart(); }
  /// Returns true if steps write to the caller's own memory, not to a copy.
  bool output_is_callers() const { return unpacking_.empty() && !output_apart(); }
  /// Executes a copy step.
  void copy(const Region& source, const Region& target);
  /// Executes a copy step whose source is not in a buffer.
  void copy(const TypedRun& source, const Region& target);
  /// Moves the output to the caller's memory, once the schedule is done.
  void finish();
  /// Moves output to the caller's memory that was collected elsewhere, packed. Only where units are
  /// bytes.
  void store_output(std::span<const std::byte> packed) const;

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
  std::uint32_t plan_ = 0;  ///< number of the plan
  bool stays_bound_ = false;
  const Team* team_ = nullptr;
  TypedBlocks input_, output_;
  bool apart_ = false;           ///< input and output share the caller's memory, but must not
  bool output_is_sent_ = false;  ///< the output would lie in memory that MPI only reads
  static constexpr std::byte yes{1}, no{0};

  std::array<UnitMemory, 4> buffers_;
  std::vector<std::byte> votes_;
  std::vector<TypedRun> input_runs_, output_runs_;  ///< where units are blocks
  std::vector<TypedMemory> owned_;
  PackedRuns packing_, unpacking_;
  bool output_is_input_ = false;  ///< the packed input serves as the output, too
  bool unpacks_early_ = false;    ///< output is unpacked as it arrives, since no step rewrites it
};

}  // namespace tutti
