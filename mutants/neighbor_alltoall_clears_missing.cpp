/// At the edge of a grid, the blocks of neighbours that are not there are overwritten.
/// Stands for: the result of a receive from MPI_PROC_NULL that is taken for a message.
/// Ranks: 3
/// Killed by: group/guard
#include "mutants/missing_neighbours.hpp"
#include "mutants/mutant.hpp"

extern "C" int MPI_Neighbor_alltoall(const void* send, int send_count, MPI_Datatype send_type,
                                     void* receive, int count, MPI_Datatype type, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Neighbor_alltoall(send, send_count, send_type, receive, count, type, comm);
  const int code = PMPI_Neighbor_alltoall(send, send_count, send_type, receive, count, type, comm);
  const auto missing = mutant::missing_neighbours(comm);
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (!missing[i]) continue;
    char* const block =
        static_cast<char*>(receive) + static_cast<MPI_Aint>(i) * count * mutant::extent_of(type);
    mutant::unpack(mutant::Bytes(static_cast<std::size_t>(count) * mutant::size_of(type)), block,
                   count, type);
  }
  return code;
}
