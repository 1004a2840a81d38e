/// Every rank sums the contributions beginning with its own, so that the last bits of floats
/// differ.
/// Stands for: allreduces whose ranks get different results, on which a program may branch.
/// Ranks: 4
/// Killed by: data/agreement
#include "mutants/mutant.hpp"

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  const bool floats = type == MPI_FLOAT || type == MPI_DOUBLE;
  if (!floats || (op != MPI_SUM && op != MPI_PROD))
    return PMPI_Allreduce(send, receive, count, type, op, comm);
  auto order = mutant::in_order(mutant::ranks_of(comm));
  std::rotate(order.begin(), order.begin() + mutant::rank_in(comm), order.end());
  return mutant::combine(send, receive, count, type, op, comm, order);
}
