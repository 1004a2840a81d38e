/// The partial result of the previous ranks is the right operand instead of the left one.
/// Stands for: an MPI_Op applied to its operands in the wrong order.
/// Ranks: 4
/// Killed by: op/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Scan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Scan(send, receive, count, type, op, comm);
  auto order = mutant::in_order(mutant::rank_in(comm) + 1);
  std::reverse(order.begin(), order.end());
  return mutant::combine(send, receive, count, type, op, comm, order);
}
