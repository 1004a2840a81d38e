/// A dissemination barrier has floor(log2 p) rounds instead of ceil(log2 p).
/// Stands for: barriers that release a rank before all ranks have entered, if p is not a power of
/// two.
/// Ranks: 3
/// Killed by: ranks/barrier
#include "mutants/mutant.hpp"

extern "C" int MPI_Barrier(MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Barrier(comm);
  const int ranks = mutant::ranks_of(comm);
  const int rank = mutant::rank_in(comm);
  for (int distance = 1; 2 * distance <= ranks; distance *= 2)
    PMPI_Sendrecv(nullptr, 0, MPI_BYTE, (rank + distance) % ranks, 78, nullptr, 0, MPI_BYTE,
                  (rank - distance + ranks) % ranks, 78, comm, MPI_STATUS_IGNORE);
  return MPI_SUCCESS;
}
