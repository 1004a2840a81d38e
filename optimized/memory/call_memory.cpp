#include "optimized/memory/call_memory.hpp"

#include <cassert>
#include <stdexcept>

#include "optimized/memory/transfer.hpp"

namespace tutti {
namespace {

bool is_one_run_of_bytes(const TypedBlocks& blocks) {
  return blocks.is_consecutive() && is_packed(blocks.type);
}

std::int64_t bytes_in(const TypedBlocks& blocks) {
  std::int64_t elements = 0;
  for (int i = 0; i < blocks.size; ++i) elements += blocks.block(i).count;
  return elements * packed_bytes(blocks.type);
}

}  // namespace

TypedRun UnitMemory::at(Range range) const {
  if (range.length == 0) return {};
  if (blocks_.empty()) return {address_ + range.offset * extent_, range.length, type_};
  assert(range.length == 1);
  return blocks_[static_cast<std::size_t>(range.offset)];
}

CallMemory::CallMemory(const Call& call, const Plan& plan, const Team& team)
    : team_(team),
      input_(input_of(call, team.rank(), team.size())),
      output_(output_of(call, team.rank(), team.size())) {
  const bool in_place = is_in_place(call, team.rank());
  apart_ = in_place && !plan.shares_memory;
  output_is_sent_ =
      in_place && (call.collective == Collective::bcast || call.collective == Collective::scatter ||
                   call.collective == Collective::scatterv);
  const std::int64_t scratch_units = plan.schedule.scratch_units;
  if (traits(call.collective).reducing)
    lay_out_elements(scratch_units);
  else if (traits(call.collective).locally_sized)
    lay_out_blocks(scratch_units);
  else
    lay_out_bytes(scratch_units);
}

void CallMemory::lay_out_bytes(std::int64_t scratch_units) {
  buffer(Buffer::scratch) = {allocate(MPI_BYTE, scratch_units), MPI_BYTE};
  if (input_.size > 0) {
    const bool direct = is_one_run_of_bytes(input_) && !input_apart();
    std::byte* bytes = direct ? input_.block(0).address : allocate(MPI_BYTE, bytes_in(input_));
    buffer(Buffer::input) = {bytes, MPI_BYTE};
    for (int i = 0; i < input_.size && !direct; ++i) bytes = pack(input_.block(i), bytes, team_);
  }
  if (output_.size > 0) {
    const bool direct = is_one_run_of_bytes(output_) && !output_apart();
    std::byte* bytes = direct ? output_.block(0).address : allocate(MPI_BYTE, bytes_in(output_));
    buffer(Buffer::output) = {bytes, MPI_BYTE};
    if (!direct && !output_is_sent_) to_unpack_ = bytes;
  }
}

void CallMemory::lay_out_elements(std::int64_t scratch_units) {
  buffer(Buffer::scratch) = {allocate(input_.type, scratch_units), input_.type};
  const TypedRun input = input_.block(0);
  buffer(Buffer::input) = {input_apart() ? duplicate(input).address : input.address, input.type};
  if (output_.size > 0) buffer(Buffer::output) = {output_.block(0).address, output_.type};
}

void CallMemory::lay_out_blocks(std::int64_t scratch_units) {
  if (scratch_units > 0) throw std::logic_error("blocks of unknown size cannot lie in scratch");
  buffer(Buffer::input) = UnitMemory(runs_of(input_, input_apart()));
  buffer(Buffer::output) = UnitMemory(runs_of(output_, output_apart()));
}

std::vector<TypedRun> CallMemory::runs_of(const TypedBlocks& blocks, bool apart) {
  std::vector<TypedRun> runs;
  for (int i = 0; i < blocks.size; ++i)
    runs.push_back(apart ? duplicate(blocks.block(i)) : blocks.block(i));
  return runs;
}

std::byte* CallMemory::allocate(MPI_Datatype type, std::int64_t count) {
  if (count == 0) return nullptr;
  return owned_.emplace_back(type, count).address();
}

TypedRun CallMemory::duplicate(const TypedRun& run) {
  const TypedRun own{allocate(run.type, run.count), run.count, run.type};
  copy(run, own, team_);
  return own;
}

void CallMemory::finish() const {
  if (to_unpack_) unpack_from(to_unpack_);
}

void CallMemory::hand_over(std::span<const std::byte> packed) const {
  if (!output_is_sent_) unpack_from(packed.data());
}

void CallMemory::unpack_from(const std::byte* packed) const {
  for (int i = 0; i < output_.size; ++i) packed = unpack(packed, output_.block(i), team_);
}

}  // namespace tutti
