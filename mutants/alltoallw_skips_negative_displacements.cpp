/// A block that begins in front of the receive buffer's address is placed at the address.
/// Stands for: displacements that are taken for sizes.
/// Ranks: 3
/// Killed by: displacements/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Alltoallw(const void* send, const int* send_counts,
                             const int* send_displacements, const MPI_Datatype* send_types,
                             void* receive, const int* counts, const int* displacements,
                             const MPI_Datatype* types, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Alltoallw(send, send_counts, send_displacements, send_types, receive, counts,
                          displacements, types, comm);
  std::vector<int> wrong(displacements, displacements + mutant::ranks_of(comm));
  for (int& displacement : wrong) displacement = std::max(displacement, 0);
  return PMPI_Alltoallw(send, send_counts, send_displacements, send_types, receive, counts,
                        wrong.data(), types, comm);
}
