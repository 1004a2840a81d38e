/// The contributions are combined in the order of ranks relative to the root.
/// Stands for: trees that are rotated to the root although the operation is not commutative.
/// Ranks: 4
/// Killed by: op/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Reduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                          int root, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Reduce(send, receive, count, type, op, root, comm);
  auto order = mutant::in_order(mutant::ranks_of(comm));
  std::rotate(order.begin(), order.begin() + root, order.end());
  const bool is_root = mutant::rank_in(comm) == root;
  return mutant::combine(send, is_root ? receive : nullptr, count, type, op, comm, order);
}
