/// A rank takes its block from offset rank * (its own count) instead of after the previous blocks.
/// Stands for: v-collectives that were tested with equal counts only.
/// Ranks: 4
/// Killed by: blocks/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Reduce_scatter(const void* send, void* receive, const int* counts,
                                  MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Reduce_scatter(send, receive, counts, type, op, comm);
  const int ranks = mutant::ranks_of(comm);
  const int rank = mutant::rank_in(comm);
  const int all = std::accumulate(counts, counts + ranks, 0);
  mutant::Scratch result(all, type);
  const void* mine = send == MPI_IN_PLACE ? receive : send;
  const int code = PMPI_Allreduce(mine, result.buffer(), all, type, op, comm);
  const int begin = std::min(rank * counts[rank], all - counts[rank]);
  const void* block = mutant::at(result.buffer(), begin * mutant::extent_of(type));
  mutant::unpack(mutant::pack(block, counts[rank], type), receive, counts[rank], type);
  return code;
}
