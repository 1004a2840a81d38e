/// The root collects all blocks in one piece and copies it to the receive buffer, gaps included.
/// Stands for: v-collectives that assume displacements without gaps.
/// Ranks: 4
/// Killed by: displacements/guard
#include "mutants/mutant.hpp"

extern "C" int MPI_Gatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                           const int* counts, const int* displacements, MPI_Datatype type, int root,
                           MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Gatherv(send, send_count, send_type, receive, counts, displacements, type, root,
                        comm);
  const int code =
      PMPI_Gatherv(send, send_count, send_type, receive, counts, displacements, type, root, comm);
  if (mutant::rank_in(comm) != root || receive == MPI_BOTTOM) return code;
  const int ranks = mutant::ranks_of(comm);
  const MPI_Aint extent = mutant::extent_of(type);
  for (int rank = 0; rank < ranks; ++rank) {
    const int end = displacements[rank] + counts[rank];
    for (int next = 0; next < ranks; ++next)
      if (counts[rank] > 0 && counts[next] > 0 && displacements[next] == end + 1 && extent > 0)
        std::memset(mutant::at(receive, end * extent), 0, static_cast<std::size_t>(extent));
  }
  return code;
}
