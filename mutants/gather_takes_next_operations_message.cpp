/// The root takes ranks - 1 messages from any rank, without a sequence number, so that it may take
/// a fast rank's message of the next operation instead of a slow rank's.
/// Stands for: consecutive collectives without synchronization between them.
/// Ranks: 4
/// Killed by: sequence/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Gather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                          int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Gather(send, send_count, send_type, receive, count, type, root, comm);
  constexpr int tag = 77;
  const int ranks = mutant::ranks_of(comm);
  if (mutant::rank_in(comm) != root) {
    const auto mine = mutant::pack(send, send_count, send_type);
    return PMPI_Send(mine.data(), static_cast<int>(mine.size()), MPI_BYTE, root, tag, comm);
  }
  const auto block_of = [&](int rank) {
    return mutant::at(receive, MPI_Aint{rank} * count * mutant::extent_of(type));
  };
  if (send != MPI_IN_PLACE)
    mutant::unpack(mutant::pack(send, send_count, send_type), block_of(root), count, type);
  for (int message = 0; message < ranks - 1; ++message) {
    MPI_Status status;
    int bytes = 0;
    PMPI_Probe(MPI_ANY_SOURCE, tag, comm, &status);
    PMPI_Get_count(&status, MPI_BYTE, &bytes);
    mutant::Bytes block(static_cast<std::size_t>(bytes));
    PMPI_Recv(block.data(), bytes, MPI_BYTE, status.MPI_SOURCE, tag, comm, &status);
    block.resize(static_cast<std::size_t>(count) * mutant::size_of(type));
    mutant::unpack(block, block_of(status.MPI_SOURCE), count, type);
  }
  return MPI_SUCCESS;
}
