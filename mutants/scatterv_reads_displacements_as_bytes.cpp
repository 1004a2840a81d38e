/// The root takes its displacements in bytes instead of extents.
/// Stands for: arguments that are taken in a wrong unit.
/// Ranks: 4
/// Killed by: displacements/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Scatterv(const void* send, const int* counts, const int* displacements,
                            MPI_Datatype send_type, void* receive, int count, MPI_Datatype type,
                            int root, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Scatterv(send, counts, displacements, send_type, receive, count, type, root, comm);
  if (mutant::rank_in(comm) != root)
    return PMPI_Scatterv(send, counts, displacements, send_type, receive, count, type, root, comm);
  std::vector<int> wrong(displacements, displacements + mutant::ranks_of(comm));
  const auto extent = static_cast<int>(std::abs(mutant::extent_of(send_type)));
  for (int& displacement : wrong) displacement /= std::max(1, extent);
  return PMPI_Scatterv(send, counts, wrong.data(), send_type, receive, count, type, root, comm);
}
