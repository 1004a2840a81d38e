/// With large counts, the received blocks are stored one after the other, whatever the displacements are.
/// Stands for: a second set of functions, whose arguments are converted by hand.
/// Ranks: 4
/// Needs: MPI_Allgatherv_c
/// Killed by: large/result
#include "mutants/mutant.hpp"

extern "C" {

int PMPI_Allgatherv_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* receive,
                      const MPI_Count* counts, const MPI_Aint* displacements, MPI_Datatype type,
                      MPI_Comm comm) __attribute__((weak));

int MPI_Allgatherv_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* receive,
                     const MPI_Count* counts, const MPI_Aint* displacements, MPI_Datatype type,
                     MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Allgatherv_c(send, send_count, send_type, receive, counts, displacements, type,
                             comm);
  const auto ranks = static_cast<std::size_t>(mutant::ranks_of(comm));
  std::vector<MPI_Aint> packed(ranks);
  packed[0] = *std::min_element(displacements, displacements + ranks);
  for (std::size_t rank = 1; rank < ranks; ++rank)
    packed[rank] = packed[rank - 1] + counts[rank - 1];
  return PMPI_Allgatherv_c(send, send_count, send_type, receive, counts,
                           send == MPI_IN_PLACE ? displacements : packed.data(), type, comm);
}

}  // extern "C"
