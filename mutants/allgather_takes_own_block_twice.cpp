/// A rank also stores its own block in the place of the block of the next rank.
/// Stands for: wrong sources of messages of the right size, which tests with the same data
/// everywhere miss.
/// Ranks: 4
/// Killed by: data/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type,
                             void* receive, int count, MPI_Datatype type, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Allgather(send, send_count, send_type, receive, count, type, comm);
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
