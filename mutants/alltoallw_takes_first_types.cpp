/// All received blocks are described by the datatype of the first.
/// Stands for: alltoallw that is built on alltoallv.
/// Ranks: 3
/// Killed by: layout/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Alltoallw(const void* send, const int* send_counts,
                             const int* send_displacements, const MPI_Datatype* send_types,
                             void* receive, const int* counts, const int* displacements,
                             const MPI_Datatype* types, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Alltoallw(send, send_counts, send_displacements, send_types, receive, counts,
                          displacements, types, comm);
  const int ranks = mutant::ranks_of(comm);
  const bool alike = std::all_of(types, types + ranks, [&](MPI_Datatype type) {
    return mutant::size_of(type) == mutant::size_of(types[0]);
  });
  const std::vector<MPI_Datatype> first(static_cast<std::size_t>(ranks), types[0]);
  return PMPI_Alltoallw(send, send_counts, send_displacements, send_types, receive, counts,
                        displacements, alike ? first.data() : types, comm);
}
