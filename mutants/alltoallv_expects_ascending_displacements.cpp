/// The received blocks are stored one after the other in the order of the ranks.
/// Stands for: displacements that are recomputed from the counts.
/// Ranks: 4
/// Killed by: displacements/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Alltoallv(const void* send, const int* send_counts,
                             const int* send_displacements, MPI_Datatype send_type, void* receive,
                             const int* counts, const int* displacements, MPI_Datatype type,
                             MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Alltoallv(send, send_counts, send_displacements, send_type, receive, counts,
                          displacements, type, comm);
  const int ranks = mutant::ranks_of(comm);
  std::vector<int> wrong(static_cast<std::size_t>(ranks));
  wrong[0] = *std::min_element(displacements, displacements + ranks);
  for (int rank = 1; rank < ranks; ++rank) wrong[rank] = wrong[rank - 1] + counts[rank - 1];
  const bool in_place = send == MPI_IN_PLACE;
  return PMPI_Alltoallv(send, send_counts, send_displacements, send_type, receive, counts,
                        in_place ? displacements : wrong.data(), type, comm);
}
