/// A rank puts its own block also in the place of its right neighbour's.
/// Stands for: wrong sources of right sizes, which tests with the same data everywhere do not see.
/// Ranks: 4
/// Kills: data/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type,
                             void* receive, int count, MPI_Datatype type, MPI_Comm comm) {
  const auto real = [&] {
    return PMPI_Allgather(send, send_count, send_type, receive, count, type, comm);
  };
  const int ranks = mutant::ranks_of(comm);
  const int rank = mutant::rank_in(comm);
  return mutant::tamper(receive, count * ranks, type, real, [&](const auto&, auto& after) {
    const std::ptrdiff_t block = std::ptrdiff_t{count} * mutant::size_of(type);
    std::copy_n(after.begin() + rank * block, block, after.begin() + (rank + 1) % ranks * block);
  });
}
