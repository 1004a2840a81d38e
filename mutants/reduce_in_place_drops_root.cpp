/// In place at the root, the contribution of the root is omitted.
/// Stands for: in-place handling at the root only, which the other ranks do not notice.
/// Ranks: 4
/// Killed by: in_place/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Reduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                          int root, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Reduce(send, receive, count, type, op, root, comm);
  const bool is_root = mutant::rank_in(comm) == root;
  int in_place = send == MPI_IN_PLACE ? 1 : 0;
  PMPI_Bcast(&in_place, 1, MPI_INT, root, comm);
  if (in_place == 0 || mutant::ranks_of(comm) == 1)
    return PMPI_Reduce(send, receive, count, type, op, root, comm);
  auto others = mutant::in_order(mutant::ranks_of(comm));
  others.erase(others.begin() + root);
  return mutant::combine(send, is_root ? receive : nullptr, count, type, op, comm, others);
}
