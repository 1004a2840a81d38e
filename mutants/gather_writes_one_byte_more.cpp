/// The root writes one byte past the end of its receive buffer.
/// Stands for: off-by-one copies into the caller's memory.
/// Ranks: 4
/// Killed by: buffers/guard
#include "mutants/mutant.hpp"

extern "C" int MPI_Gather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                          int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Gather(send, send_count, send_type, receive, count, type, root, comm);
  const int code = PMPI_Gather(send, send_count, send_type, receive, count, type, root, comm);
  if (mutant::rank_in(comm) != root) return code;
  const auto [low, bytes] = mutant::span_of(count * mutant::ranks_of(comm), type);
  if (bytes > 0) *mutant::at(receive, low + static_cast<MPI_Aint>(bytes)) = 0;
  return code;
}
