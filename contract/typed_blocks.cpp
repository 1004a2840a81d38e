#include "contract/typed_blocks.hpp"

#include <cassert>

#include "contract/datatype.hpp"

namespace tutti {
namespace {

TypedBlocks single(const void* address, std::int64_t elements, MPI_Datatype type) {
  return {.address = address, .type = type, .size = 1, .block_elements = elements};
}

/// Returns the blocks that are sent in scatter(v), alltoall(v) and alltoallw.
TypedBlocks sent_blocks(const Call& call, int number) {
  TypedBlocks blocks{.address = call.send, .type = call.send_type, .size = number};
  if (traits(call.collective).has_varying_blocks()) {
    blocks.counts = call.send_counts;
    blocks.displacements = call.send_displacements;
    if (traits(call.collective).typed_per_block) blocks.types = call.send_types;
  } else {
    blocks.block_elements = call.send_count;
  }
  return blocks;
}

/// Returns the blocks that are received in gather(v), allgather(v), alltoall(v) and
/// alltoallw.
TypedBlocks received_blocks(const Call& call, int number) {
  TypedBlocks blocks{.address = call.receive, .type = call.receive_type, .size = number};
  if (traits(call.collective).has_varying_blocks()) {
    blocks.counts = call.receive_counts;
    blocks.displacements = call.receive_displacements;
    if (traits(call.collective).typed_per_block) blocks.types = call.receive_types;
  } else {
    blocks.block_elements = call.receive_count;
  }
  return blocks;
}

std::int64_t reduced_elements(const Call& call, int ranks) {
  const auto& about = traits(call.collective);
  if (about.input.extent != Extent::blocks) return call.receive_count;
  if (!about.sized_per_rank) return call.receive_count * ranks;
  std::int64_t elements = 0;
  for (int rank = 0; rank < ranks; ++rank) elements += call.receive_counts[rank];
  return elements;
}

}  // namespace

std::int64_t elements_in(const TypedBlocks& blocks) {
  std::int64_t elements = 0;
  for (int i = 0; i < blocks.size; ++i) elements += blocks.block(i).count;
  return elements;
}

std::int64_t packed_bytes(const TypedRun& run) {
  return run.type == MPI_BYTE ? run.count : run.count * packed_bytes(run.type);
}

TypedRun TypedBlocks::block(int index) const {
  if (types) {
    auto* const first = static_cast<std::byte*>(const_cast<void*>(address));
    const MPI_Datatype block_type = counts[index] > 0 ? types[index] : MPI_BYTE;
    return {first + displacements[index], counts[index], block_type};
  }
  if (counts) return {element_at(address, displacements[index], type), counts[index], type};
  return {element_at(address, index * block_elements, type), block_elements, type};
}

TypedBlocks TypedBlocks::only(int index) const {
  const TypedRun run = block(index);
  return single(run.address, run.count, run.type);
}

bool TypedBlocks::is_consecutive() const {
  if (!counts) return true;
  assert(!types);
  for (int i = 1; i < size; ++i)
    if (displacements[i] != displacements[i - 1] + counts[i - 1]) return false;
  return true;
}

TypedBlocks input_of(const Call& call, int rank, int blocks) {
  const auto& about = traits(call.collective);
  const bool in_place = call.send == MPI_IN_PLACE;
  if (!about.input.is_held_by(rank, call.root)) return {};
  if (about.reducing)
    return single(in_place ? call.receive : call.send, reduced_elements(call, blocks),
                  call.receive_type);
  switch (about.input.extent) {
    case Extent::nothing:
      return {};
    case Extent::message:
      return single(call.receive, call.receive_count, call.receive_type);
    case Extent::block:
      return in_place ? received_blocks(call, blocks).only(rank)
                      : single(call.send, call.send_count, call.send_type);
    case Extent::blocks:
      return in_place ? received_blocks(call, blocks) : sent_blocks(call, blocks);
  }
  return {};
}

TypedBlocks output_of(const Call& call, int rank, int blocks) {
  const auto& about = traits(call.collective);
  if (!about.output.is_held_by(rank, call.root)) return {};
  if (about.output.extent == Extent::blocks) return received_blocks(call, blocks);
  if (call.receive == MPI_IN_PLACE) return sent_blocks(call, blocks).only(rank);
  const bool listed = about.reducing && about.sized_per_rank;
  return single(call.receive, listed ? call.receive_counts[rank] : call.receive_count,
                call.receive_type);
}

bool is_in_place(const Call& call, int rank) {
  if (call.collective == Collective::bcast) return rank == call.root;
  return (is_scatter(call.collective) ? call.receive : call.send) == MPI_IN_PLACE;
}

}  // namespace tutti
