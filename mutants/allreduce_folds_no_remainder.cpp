/// Recursive doubling lacks the step that includes the ranks above the largest power of two.
/// Stands for: algorithms for powers of two that are used on other numbers of ranks.
/// Ranks: 3
/// Killed by: ranks/result
#include <bit>

#include "mutants/mutant.hpp"

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  const auto ranks = static_cast<unsigned>(mutant::ranks_of(comm));
  if (std::has_single_bit(ranks)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  const auto order = mutant::in_order(static_cast<int>(std::bit_floor(ranks)));
  return mutant::combine(send, receive, count, type, op, comm, order);
}
