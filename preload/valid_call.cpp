#include "preload/valid_call.hpp"

#include <algorithm>
#include <span>

#include "contract/datatype.hpp"

namespace tutti::preload {
namespace {

/// The arguments for data to send, or to receive.
struct Side {
  const void* buffer;
  int count;
  const int* counts;  ///< instead of `count`, if there is one for each rank
  const int* displacements;
  MPI_Datatype type;
  bool own_block_only = false;  ///< whether the buffer holds only this rank's own block
};

Side send_side(const Call& call) {
  if (traits(call.collective).reducing)
    return {call.send, call.receive_count, call.receive_counts, nullptr, call.receive_type};
  return {call.send, call.send_count, call.send_counts, call.send_displacements, call.send_type};
}

Side receive_side(const Call& call) {
  return {call.receive,
          call.receive_count,
          call.receive_counts,
          call.receive_displacements,
          call.receive_type,
          call.collective == Collective::reduce_scatter && call.send != MPI_IN_PLACE};
}

/// Returns true if the side has a count for each rank.
bool has_counts(Collective collective, bool sender) {
  switch (collective) {
    case Collective::alltoallv:
      return true;
    case Collective::reduce_scatter:
      return true;
    case Collective::scatterv:
      return sender;
    case Collective::gatherv:
    case Collective::allgatherv:
      return !sender;
    default:
      return false;
  }
}

bool is_valid_call(const Side& side, bool counts, bool displacements, int rank, int ranks) {
  if (side.type == MPI_DATATYPE_NULL) return false;
  if ((counts && !side.counts) || (displacements && !side.displacements)) return false;
  const auto all =
      counts ? std::span(side.counts, static_cast<std::size_t>(ranks)) : std::span(&side.count, 1);
  if (std::ranges::any_of(all, [](int count) { return count < 0; })) return false;
  const auto in_buffer = side.own_block_only ? all.subspan(static_cast<std::size_t>(rank), 1) : all;
  // A null address is MPI_BOTTOM, which is valid with datatypes of absolute addresses.
  return side.buffer || !is_builtin(side.type) ||
         std::ranges::all_of(in_buffer, [](int count) { return count == 0; });
}

/// Returns true if MPI_IN_PLACE is given where MPI does not allow it.
bool is_misplaced(const Call& call, int rank) {
  switch (call.collective) {
    case Collective::scatter:
    case Collective::scatterv:
      return call.receive == MPI_IN_PLACE && rank != call.root;
    case Collective::gather:
    case Collective::gatherv:
    case Collective::reduce:
      return rank == call.root ? call.receive == MPI_IN_PLACE : call.send == MPI_IN_PLACE;
    case Collective::exscan:
      return call.receive == MPI_IN_PLACE && rank != 0;
    default:
      return call.receive == MPI_IN_PLACE;
  }
}

}  // namespace

bool sends(const Call& call, int rank) {
  switch (call.collective) {
    case Collective::barrier:
    case Collective::bcast:
      return false;
    case Collective::scatter:
    case Collective::scatterv:
      return rank == call.root;
    default:
      return call.send != MPI_IN_PLACE;
  }
}

bool receives(const Call& call, int rank) {
  switch (call.collective) {
    case Collective::barrier:
      return false;
    case Collective::gather:
    case Collective::gatherv:
    case Collective::reduce:
      return rank == call.root;
    case Collective::exscan:
      return rank != 0;
    default:
      return call.receive != MPI_IN_PLACE;
  }
}

bool is_valid_call(const Call& call, int rank, int ranks) {
  const auto& about = traits(call.collective);
  if (call.collective != Collective::barrier && is_misplaced(call, rank)) return false;
  if (about.rooted && (call.root < 0 || call.root >= ranks)) return false;
  if (about.reducing && call.op == MPI_OP_NULL) return false;
  const auto side_is_valid = [&](const Side& side, bool sender) {
    const bool counts = has_counts(call.collective, sender);
    return is_valid_call(side, counts, counts && !about.reducing, rank, ranks);
  };
  return (!sends(call, rank) || side_is_valid(send_side(call), true)) &&
         (!receives(call, rank) || side_is_valid(receive_side(call), false));
}

}  // namespace tutti::preload
