/// A ring algorithm uses blocks of count / ranks elements, which are empty if count < ranks.
/// Stands for: block-wise algorithms that are run with fewer elements than ranks.
/// Ranks: 4
/// Killed by: count/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  if (count >= mutant::ranks_of(comm)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  return mutant::combine(send, receive, count, type, op, comm, {mutant::rank_in(comm)});
}
