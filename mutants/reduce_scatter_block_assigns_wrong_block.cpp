/// Each rank gets its neighbour's block, since the last permutation is omitted.
/// Stands for: recursive halving without its final permutation, correct if all results are equal.
/// Ranks: 4
/// Killed by: data/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Reduce_scatter_block(const void* send, void* receive, int count,
                                        MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Reduce_scatter_block(send, receive, count, type, op, comm);
  const int ranks = mutant::ranks_of(comm);
  mutant::Scratch all(count * ranks, type);
  const void* mine = send == MPI_IN_PLACE ? receive : send;
  const int code = PMPI_Allreduce(mine, all.buffer(), count * ranks, type, op, comm);
  const int neighbour = (mutant::rank_in(comm) ^ 1) % ranks;
  const void* block =
      mutant::at(all.buffer(), MPI_Aint{neighbour} * count * mutant::extent_of(type));
  mutant::unpack(mutant::pack(block, count, type), receive, count, type);
  return code;
}
