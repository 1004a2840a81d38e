/// The root sends no message for an empty block, but the receiver waits for one.
/// Stands for: zero counts that only one of the two sides treats specially.
/// Ranks: 4
/// Killed by: blocks/hang
#include "mutants/mutant.hpp"

extern "C" int MPI_Scatterv(const void* send, const int* counts, const int* displacements,
                            MPI_Datatype send_type, void* receive, int count, MPI_Datatype type,
                            int root, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Scatterv(send, counts, displacements, send_type, receive, count, type, root, comm);
  constexpr int tag = 71;
  const bool waits = mutant::rank_in(comm) != root && count == 0;
  if (waits) PMPI_Recv(nullptr, 0, type, root, tag, comm, MPI_STATUS_IGNORE);
  return PMPI_Scatterv(send, counts, displacements, send_type, receive, count, type, root, comm);
}
