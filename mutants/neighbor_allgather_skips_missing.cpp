/// At the edge of a grid, the blocks of the neighbours that are there are stored one after the other.
/// Stands for: a buffer that is advanced only for messages that are received.
/// Ranks: 3
/// Killed by: group/result
#include "mutants/missing_neighbours.hpp"
#include "mutants/mutant.hpp"

extern "C" int MPI_Neighbor_allgather(const void* send, int send_count, MPI_Datatype send_type,
                                      void* receive, int count, MPI_Datatype type, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Neighbor_allgather(send, send_count, send_type, receive, count, type, comm);
  const int code = PMPI_Neighbor_allgather(send, send_count, send_type, receive, count, type, comm);
  const auto block = [&](std::size_t i) {
    return static_cast<char*>(receive) + static_cast<MPI_Aint>(i) * count * mutant::extent_of(type);
  };
  const auto missing = mutant::missing_neighbours(comm);
  std::size_t next = 0;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (missing[i]) continue;
    if (next != i) mutant::unpack(mutant::pack(block(i), count, type), block(next), count, type);
    ++next;
  }
  return code;
}
