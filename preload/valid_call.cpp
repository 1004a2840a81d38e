#include "preload/valid_call.hpp"

#include "contract/datatype.hpp"

namespace tutti::preload {
namespace {

/// The arguments for data to send, or to receive.
struct Side {
  const void* buffer;
  MPI_Count count;
  Counts counts;  ///< instead of `count`, if there is one for each block
  Displacements displacements;
  MPI_Datatype type;
  const MPI_Datatype* types = nullptr;  ///< instead of `type`, one for each block
  bool own_block_only = false;          ///< whether the buffer holds only this rank's own block
};

Side send_side(const Call& call) {
  if (traits(call.collective).reducing)
    return {call.send, call.receive_count, call.receive_counts, nullptr, call.receive_type};
  return {call.send,      call.send_count, call.send_counts, call.send_displacements,
          call.send_type, call.send_types};
}

Side receive_side(const Call& call) {
  return {call.receive,
          call.receive_count,
          call.receive_counts,
          call.receive_displacements,
          call.receive_type,
          call.receive_types,
          call.collective == Collective::reduce_scatter && call.send != MPI_IN_PLACE};
}

/// Returns true if the side has a count for each block.
bool has_counts(const CollectiveTraits& about, const SideTraits& side) {
  return about.has_varying_blocks() && (about.reducing || side.extent == Extent::blocks);
}

/// Returns whether a side is valid where each block has a datatype. That of an empty block may be
/// MPI_DATATYPE_NULL: libraries accept it, and only the ranks that have it know.
bool is_valid_call(const Side& side, int blocks) {
  if (blocks > 0 && (!side.counts || !side.displacements || !side.types)) return false;
  for (int i = 0; i < blocks; ++i) {
    if (side.counts[i] < 0) return false;
    if (side.counts[i] == 0) continue;
    if (side.types[i] == MPI_DATATYPE_NULL) return false;
    if (!side.buffer && is_builtin(side.types[i])) return false;
  }
  return true;
}

/// Returns whether a side with one datatype is valid.
bool is_valid_call(const Side& side, bool counts, bool displacements, int rank, int blocks) {
  if (side.type == MPI_DATATYPE_NULL) return false;
  if (blocks > 0 && ((counts && !side.counts) || (displacements && !side.displacements)))
    return false;
  bool needs_buffer = false;
  for (int i = 0; i < (counts ? blocks : 1); ++i) {
    const MPI_Count count = counts ? side.counts[i] : side.count;
    if (count < 0) return false;
    if (count > 0 && (!side.own_block_only || i == rank)) needs_buffer = true;
  }
  // A null address is MPI_BOTTOM, which is valid with datatypes of absolute addresses.
  return side.buffer || blocks == 0 || !is_builtin(side.type) || !needs_buffer;
}

/// Returns true if MPI_IN_PLACE is given where MPI does not allow it.
bool is_misplaced(const Call& call, int rank) {
  const auto& about = traits(call.collective);
  if (about.neighbourhood) return call.send == MPI_IN_PLACE || call.receive == MPI_IN_PLACE;
  if (is_scatter(call.collective)) return call.receive == MPI_IN_PLACE && rank != call.root;
  if (about.output.is_held_by(rank, call.root)) return call.receive == MPI_IN_PLACE;
  return about.rooted && call.send == MPI_IN_PLACE;
}

}  // namespace

bool sends(const Call& call, int rank) {
  const auto& about = traits(call.collective);
  return about.has_send_buffer && about.input.is_held_by(rank, call.root) &&
         (is_scatter(call.collective) || call.send != MPI_IN_PLACE);
}

bool receives(const Call& call, int rank) {
  return traits(call.collective).output.is_held_by(rank, call.root) &&
         (!is_scatter(call.collective) || call.receive != MPI_IN_PLACE);
}

bool is_valid_call(const Call& call, int rank, int ranks, const Topology* topology) {
  const auto& about = traits(call.collective);
  if (about.neighbourhood && !topology) return false;
  if (is_misplaced(call, rank)) return false;
  if (about.rooted && (call.root < 0 || call.root >= ranks)) return false;
  if (about.reducing && call.op == MPI_OP_NULL) return false;
  const auto side_is_valid = [&](const Side& side, const SideTraits& data, int blocks) {
    if (about.typed_per_block) return is_valid_call(side, blocks);
    const bool counts = has_counts(about, data);
    return is_valid_call(side, counts, counts && !about.reducing, rank, blocks);
  };
  const int sent = about.neighbourhood ? topology->blocks_sent_by(rank) : ranks;
  const int received = about.neighbourhood ? topology->blocks_received_by(rank) : ranks;
  return (!sends(call, rank) || side_is_valid(send_side(call), about.input, sent)) &&
         (!receives(call, rank) || side_is_valid(receive_side(call), about.output, received));
}

}  // namespace tutti::preload
