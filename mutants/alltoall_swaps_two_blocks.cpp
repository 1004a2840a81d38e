/// The blocks of ranks 0 and 1 are exchanged.
/// Stands for: right data at wrong places, which tests with the same data everywhere miss.
/// Ranks: 4
/// Killed by: data/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Alltoall(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                            int count, MPI_Datatype type, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Alltoall(send, send_count, send_type, receive, count, type, comm);
  const auto real = [&] {
    return PMPI_Alltoall(send, send_count, send_type, receive, count, type, comm);
  };
  const int ranks = mutant::ranks_of(comm);
  if (ranks == 1) return real();
  return mutant::tamper(receive, count * ranks, type, real, [&](const auto&, auto& after) {
    const std::ptrdiff_t block = std::ptrdiff_t{count} * mutant::size_of(type);
    std::swap_ranges(after.begin(), after.begin() + block, after.begin() + block);
  });
}
