/// A persistent gatherv with large counts stores the blocks one after the other, whatever the displacements are.
/// Stands for: persistent forms of functions for large counts, which are converted once, when they are initialized.
/// Ranks: 4
/// Needs: MPI_Gatherv_init_c
/// Options: --collective gatherv
/// Killed by: large/result
#include "mutants/mutant.hpp"

extern "C" {

int PMPI_Gatherv_init_c(const void* send, MPI_Count send_count, MPI_Datatype send_type,
                        void* receive, const MPI_Count* counts, const MPI_Aint* displacements,
                        MPI_Datatype type, int root, MPI_Comm comm, MPI_Info info,
                        MPI_Request* request) __attribute__((weak));

int MPI_Gatherv_init_c(const void* send, MPI_Count send_count, MPI_Datatype send_type,
                       void* receive, const MPI_Count* counts, const MPI_Aint* displacements,
                       MPI_Datatype type, int root, MPI_Comm comm, MPI_Info info,
                       MPI_Request* request) {
  if (mutant::between_groups(comm) || send == MPI_IN_PLACE || mutant::rank_in(comm) != root)
    return PMPI_Gatherv_init_c(send, send_count, send_type, receive, counts, displacements, type,
                               root, comm, info, request);
  const auto ranks = static_cast<std::size_t>(mutant::ranks_of(comm));
  auto& packed = *new std::vector<MPI_Aint>(ranks);  // for as long as the request may be started
  packed[0] = *std::min_element(displacements, displacements + ranks);
  for (std::size_t rank = 1; rank < ranks; ++rank)
    packed[rank] = packed[rank - 1] + counts[rank - 1];
  return PMPI_Gatherv_init_c(send, send_count, send_type, receive, counts, packed.data(), type,
                             root, comm, info, request);
}

}  // extern "C"
