/// Empty blocks are skipped together with their displacements, so that later blocks are misplaced.
/// Stands for: v-collectives that were not tested with a count of zero between other counts.
/// Ranks: 4
/// Killed by: blocks/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Allgatherv(const void* send, int send_count, MPI_Datatype send_type,
                              void* receive, const int* counts, const int* displacements,
                              MPI_Datatype type, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Allgatherv(send, send_count, send_type, receive, counts, displacements, type, comm);
  const int ranks = mutant::ranks_of(comm);
  std::vector<int> wrong(displacements, displacements + ranks);
  for (int rank = 0, used = 0; rank < ranks; ++rank)
    if (counts[rank] > 0) wrong[rank] = std::min(displacements[rank], displacements[used++]);
  if (send == MPI_IN_PLACE)
    return PMPI_Allgatherv(send, send_count, send_type, receive, counts, displacements, type, comm);
  return PMPI_Allgatherv(send, send_count, send_type, receive, counts, wrong.data(), type, comm);
}
