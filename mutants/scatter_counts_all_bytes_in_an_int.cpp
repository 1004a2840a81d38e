/// The bytes of all blocks together are counted by an int; where that is negative, the last rank gets nothing.
/// Stands for: sizes that are computed from counts that fit, and do not (pmodels/mpich 6332).
/// Ranks: 2
/// Options: --huge --collective scatter
/// Killed by: huge/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Scatter(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                           int count, MPI_Datatype type, int root, MPI_Comm comm) {
  const int ranks = mutant::ranks_of(comm);
  const int last = ranks - 1;
  const bool is_root = mutant::rank_in(comm) == root;
  MPI_Count bytes = 0;
  PMPI_Type_size_x(is_root ? send_type : type, &bytes);
  const auto all =
      static_cast<int>(static_cast<unsigned>(bytes * (is_root ? send_count : count) * ranks));
  if (mutant::between_groups(comm) || all >= 0)
    return PMPI_Scatter(send, send_count, send_type, receive, count, type, root, comm);
  std::vector<int> counts(static_cast<std::size_t>(ranks)), displacements(counts.size());
  for (int rank = 0; is_root && rank < ranks; ++rank) {
    const auto index = static_cast<std::size_t>(rank);
    counts[index] = rank == last ? 0 : send_count;
    displacements[index] = rank * send_count;
  }
  return PMPI_Scatterv(send, counts.data(), displacements.data(), send_type, receive,
                       mutant::rank_in(comm) == last ? 0 : count, type, root, comm);
}
