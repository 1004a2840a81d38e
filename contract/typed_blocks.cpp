#include "contract/typed_blocks.hpp"

#include <numeric>

#include "contract/datatype.hpp"

namespace tutti {
namespace {

bool has_counts(Collective collective) {
  return traits(collective).locally_sized || traits(collective).sized_per_rank;
}

TypedBlocks single(const void* address, std::int64_t elements, MPI_Datatype type) {
  return {.address = address, .type = type, .size = 1, .block_elements = elements};
}

/// Returns the blocks that are sent in scatter(v) and alltoall(v).
TypedBlocks sent_blocks(const Call& call, int ranks) {
  TypedBlocks blocks{.address = call.send, .type = call.send_type, .size = ranks};
  if (has_counts(call.collective)) {
    blocks.counts = call.send_counts;
    blocks.displacements = call.send_displacements;
  } else {
    blocks.block_elements = call.send_count;
  }
  return blocks;
}

/// Returns the blocks that are received in gather(v), allgather(v) and alltoall(v).
TypedBlocks received_blocks(const Call& call, int ranks) {
  TypedBlocks blocks{.address = call.receive, .type = call.receive_type, .size = ranks};
  if (has_counts(call.collective)) {
    blocks.counts = call.receive_counts;
    blocks.displacements = call.receive_displacements;
  } else {
    blocks.block_elements = call.receive_count;
  }
  return blocks;
}

std::int64_t reduced_elements(const Call& call, int ranks) {
  if (call.collective == Collective::reduce_scatter)
    return std::accumulate(call.receive_counts, call.receive_counts + ranks, std::int64_t{0});
  if (call.collective == Collective::reduce_scatter_block)
    return std::int64_t{call.receive_count} * ranks;
  return call.receive_count;
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
  if (counts) return {element_at(address, displacements[index], type), counts[index], type};
  return {element_at(address, index * block_elements, type), block_elements, type};
}

TypedBlocks TypedBlocks::only(int index) const {
  const TypedRun run = block(index);
  return single(run.address, run.count, run.type);
}

bool TypedBlocks::is_consecutive() const {
  if (!counts) return true;
  for (int i = 1; i < size; ++i)
    if (displacements[i] != displacements[i - 1] + counts[i - 1]) return false;
  return true;
}

TypedBlocks input_of(const Call& call, int rank, int ranks) {
  const bool in_place = call.send == MPI_IN_PLACE;
  switch (call.collective) {
    case Collective::barrier:
      return {};
    case Collective::bcast:
      if (rank != call.root) return {};
      return single(call.receive, call.receive_count, call.receive_type);
    case Collective::scatter:
    case Collective::scatterv:
      return rank == call.root ? sent_blocks(call, ranks) : TypedBlocks{};
    case Collective::gather:
    case Collective::gatherv:
    case Collective::allgather:
    case Collective::allgatherv:
      return in_place ? received_blocks(call, ranks).only(rank)
                      : single(call.send, call.send_count, call.send_type);
    case Collective::alltoall:
    case Collective::alltoallv:
      return in_place ? received_blocks(call, ranks) : sent_blocks(call, ranks);
    default:
      return single(in_place ? call.receive : call.send, reduced_elements(call, ranks),
                    call.receive_type);
  }
}

TypedBlocks output_of(const Call& call, int rank, int ranks) {
  switch (call.collective) {
    case Collective::barrier:
      return {};
    case Collective::scatter:
    case Collective::scatterv:
      return call.receive == MPI_IN_PLACE
                 ? sent_blocks(call, ranks).only(rank)
                 : single(call.receive, call.receive_count, call.receive_type);
    case Collective::gather:
    case Collective::gatherv:
      return rank == call.root ? received_blocks(call, ranks) : TypedBlocks{};
    case Collective::allgather:
    case Collective::allgatherv:
    case Collective::alltoall:
    case Collective::alltoallv:
      return received_blocks(call, ranks);
    case Collective::reduce:
      if (rank != call.root) return {};
      break;
    case Collective::exscan:
      if (rank == 0) return {};
      break;
    case Collective::reduce_scatter:
      return single(call.receive, call.receive_counts[rank], call.receive_type);
    default:
      break;
  }
  return single(call.receive, call.receive_count, call.receive_type);
}

bool is_in_place(const Call& call, int rank) {
  switch (call.collective) {
    case Collective::bcast:
      return rank == call.root;
    case Collective::scatter:
    case Collective::scatterv:
      return call.receive == MPI_IN_PLACE;  // `send` is significant at the root only
    default:
      return call.send == MPI_IN_PLACE;
  }
}

}  // namespace tutti
