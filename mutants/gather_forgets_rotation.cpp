/// A binomial tree collects the blocks in the order of ranks relative to the root, and they are not
/// rotated back.
/// Stands for: trees that are correct for root 0 only.
/// Ranks: 4
/// Killed by: root/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Gather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                          int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Gather(send, send_count, send_type, receive, count, type, root, comm);
  const auto real = [&] {
    return PMPI_Gather(send, send_count, send_type, receive, count, type, root, comm);
  };
  if (mutant::rank_in(comm) != root) return real();
  const int all = count * mutant::ranks_of(comm);
  return mutant::tamper(receive, all, type, real, [&](const auto&, auto& after) {
    const std::ptrdiff_t block = std::ptrdiff_t{count} * mutant::size_of(type);
    std::rotate(after.begin(), after.begin() + root * block, after.end());
  });
}
