#include "optimized/memory/call_memory.hpp"

#include <stdexcept>

#include "optimized/memory/copy_and_combine.hpp"

namespace tutti {
namespace {

bool is_one_run_of_bytes(const TypedBlocks& blocks) {
  return blocks.is_consecutive() && is_packed(blocks.type);
}

/// Maximal number of bytes of scratch memory that are kept for the next call.
constexpr std::int64_t kept_scratch_max = 65536;

UnitMemory bytes_at(std::byte* address) { return {address, MPI_BYTE, 1}; }

std::vector<TypedRun> runs_in(const TypedBlocks& blocks) {
  std::vector<TypedRun> runs;
  for (int i = 0; i < blocks.size; ++i) runs.push_back(blocks.block(i));
  return runs;
}

/// Returns the received blocks whose neighbour is not there, and which MPI leaves as they are.
std::vector<int> blocks_without_sender(const Shape& shape, int rank) {
  if (!shape.topology) return {};
  const auto sources = shape.topology->neighbours_of(rank).sources;
  std::vector<int> blocks;
  for (int block = 0; block < std::ssize(sources); ++block)
    if (sources[static_cast<std::size_t>(block)] < 0) blocks.push_back(block);
  return blocks;
}

std::int64_t bytes_in(const TypedBlocks& blocks) {
  std::int64_t elements = 0;
  for (int i = 0; i < blocks.size; ++i) elements += blocks.block(i).count;
  return elements * packed_bytes(blocks.type);
}

}  // namespace

bool CallMemory::bind(const Call& call, const Plan& plan, const Team& team) {
  votes_.assign(plan.schedule.votes.size(), yes);
  if (stays_bound_ && plan.number == plan_ && call == call_) return true;
  owned_.clear();
  call_ = call;
  plan_ = plan.number;
  team_ = &team;
  input_ = input_of(call, team.rank(), plan.shape.input_blocks(team.rank()));
  output_ = output_of(call, team.rank(), plan.shape.output_blocks(team.rank()));
  packing_ = unpacking_ = {};
  output_is_input_ = unpacks_early_ = false;
  buffers_ = {};
  buffer(Buffer::votes) = bytes_at(votes_.data());
  const bool in_place = is_in_place(call, team.rank());
  apart_ = in_place && !plan.shares_memory;
  output_is_sent_ =
      in_place && (call.collective == Collective::bcast || is_scatter(call.collective));
  const std::int64_t scratch_units = plan.schedule.scratch_units;
  if (traits(call.collective).reducing)
    lay_out_elements(scratch_units);
  else if (traits(call.collective).locally_sized)
    lay_out_blocks(scratch_units);
  else
    lay_out_bytes(plan);
  stays_bound_ = can_stay_bound(plan);
  return false;
}

/// Returns true if the arguments of the call determine the buffers, and data need no copy.
bool CallMemory::can_stay_bound(const Plan& plan) const {
  const auto& about = traits(call_.collective);
  const std::int64_t scratch_bytes = plan.schedule.scratch_units * plan.shape.unit_bytes;
  const bool copies = apart_ || owned_.size() > (scratch_bytes > 0 ? 1 : 0);
  return !copies && scratch_bytes <= kept_scratch_max && !about.locally_sized &&
         !about.sized_per_rank && is_builtin(input_.type) && is_builtin(output_.type);
}

void CallMemory::release() {
  if (!stays_bound_) owned_.clear();
}

void CallMemory::lay_out_bytes(const Plan& plan) {
  buffer(Buffer::scratch) = bytes_at(allocate(MPI_BYTE, plan.schedule.scratch_units));
  if (input_.size > 0) {
    const bool direct = is_one_run_of_bytes(input_) && !input_apart();
    const std::int64_t length = bytes_in(input_);
    std::byte* const bytes = direct ? input_.block(0).address : allocate(MPI_BYTE, length);
    buffer(Buffer::input) = bytes_at(bytes);
    if (!direct) packing_ = PackedRuns(runs_in(input_), bytes);
    // Pack now: unpacking would overwrite input that is not packed yet.
    if (is_in_place(call_, team_->rank()) && !output_is_sent_) pack_needed({0, length});
  }
  output_is_input_ = !packing_.empty() && call_.collective == Collective::bcast && !apart_;
  if (output_is_input_) {
    buffer(Buffer::output) = buffer(Buffer::input);
  } else if (output_.size > 0) {
    const bool direct = is_one_run_of_bytes(output_) && !output_apart();
    std::byte* const bytes =
        direct ? output_.block(0).address : allocate(MPI_BYTE, bytes_in(output_));
    buffer(Buffer::output) = bytes_at(bytes);
    if (!direct && !output_is_sent_) unpacking_ = PackedRuns(runs_in(output_), bytes);
    for (const int block : blocks_without_sender(plan.shape, team_->rank()))
      unpacking_.leave_alone({block * plan.shape.count, plan.shape.count});
    unpacks_early_ = !unpacking_.empty() && plan.writes_output_once;
  }
}

void CallMemory::lay_out_elements(std::int64_t scratch_units) {
  const MPI_Aint extent = extent_of(input_.type);
  const TypedRun input = input_.block(0);
  std::byte* const read = input_apart() ? duplicate(input).address : input.address;
  buffer(Buffer::input) = {read, input.type, extent};
  buffer(Buffer::scratch) = {allocate(input.type, scratch_units), input.type, extent};
  if (output_.size > 0) buffer(Buffer::output) = {output_.block(0).address, input.type, extent};
}

void CallMemory::lay_out_blocks(std::int64_t scratch_units) {
  if (scratch_units > 0) throw std::logic_error("blocks of unknown size cannot lie in scratch");
  input_runs_ = runs_of(input_, input_apart());
  output_runs_ = runs_of(output_, output_apart());
  buffer(Buffer::input) = UnitMemory(input_runs_);
  buffer(Buffer::output) = UnitMemory(output_runs_);
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
  tutti::copy(run, own, *team_);
  return own;
}

void CallMemory::pack_needed(Range bytes) {
  packing_.need(bytes, [this](const TypedRun& elements, std::byte* packed) {
    pack(elements, packed, *team_);
  });
}

void CallMemory::unpack_arrived(Range bytes) {
  unpacking_.arrived(bytes, [this](const TypedRun& elements, const std::byte* packed) {
    unpack(packed, elements, *team_);
  });
}

void CallMemory::copy(const Region& source, const Region& target) {
  const TypedRun from = at(source), to = at(target);
  if (from.address == to.address && from.type == to.type) return;
  need(source);
  copy(from, target);
}

void CallMemory::copy(const TypedRun& source, const Region& target) {
  tutti::copy(source, at(target), *team_);
  arrived(target);
}

void CallMemory::finish() {
  unpacking_.finish([this](const TypedRun& elements, const std::byte* packed) {
    unpack(packed, elements, *team_);
  });
}

void CallMemory::store_output(std::span<const std::byte> packed) const {
  if (output_is_sent_) return;
  const std::byte* next = packed.data();
  for (const TypedRun& run : runs_in(output_)) next = unpack(next, run, *team_);
}

}  // namespace tutti
