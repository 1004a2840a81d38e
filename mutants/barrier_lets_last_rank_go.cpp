/// The last rank signals the others and leaves without waiting for them.
/// Stands for: barriers in which the release of one rank is lost or belongs to an earlier
/// operation.
/// Ranks: 4
/// Killed by: arrival/barrier
#include "mutants/mutant.hpp"

extern "C" int MPI_Barrier(MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Barrier(comm);
  const int last = mutant::ranks_of(comm) - 1;
  if (mutant::rank_in(comm) != last) {
    PMPI_Recv(nullptr, 0, MPI_BYTE, last, 79, comm, MPI_STATUS_IGNORE);
    return MPI_SUCCESS;
  }
  for (int rank = 0; rank < last; ++rank) PMPI_Send(nullptr, 0, MPI_BYTE, rank, 79, comm);
  return MPI_SUCCESS;
}
