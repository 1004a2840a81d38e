/// The root does not wait for a rank that is very late, whose block keeps its old contents.
/// Stands for: completion that counts expected messages instead of received ones.
/// Ranks: 4
/// Killed by: arrival/result
#include "mutants/lateness.hpp"
#include "mutants/mutant.hpp"

extern "C" int MPI_Gather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                          int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Gather(send, send_count, send_type, receive, count, type, root, comm);
  const double entered = mutant::now_us();
  const auto ranks = static_cast<std::size_t>(mutant::ranks_of(comm));
  std::vector<double> entries(ranks, entered);
  PMPI_Gather(&entered, 1, MPI_DOUBLE, entries.data(), 1, MPI_DOUBLE, root, comm);
  const auto real = [&] {
    return PMPI_Gather(send, send_count, send_type, receive, count, type, root, comm);
  };
  if (mutant::rank_in(comm) != root) return real();
  const int all = count * static_cast<int>(ranks);
  return mutant::tamper(receive, all, type, real, [&](const auto& before, auto& after) {
    const std::size_t block = after.size() / ranks;
    for (std::size_t rank = 0; rank < ranks; ++rank)
      if (entries[rank] - entered > mutant::very_late_us)
        std::copy_n(before.begin() + rank * block, block, after.begin() + rank * block);
  });
}
