/// The first phase of Bruck's algorithm rotates the blocks in the caller's send buffer.
/// Stands for: algorithms that use the send buffer as working memory.
/// Ranks: 4
/// Killed by: buffers/send_buffer
#include "mutants/mutant.hpp"

extern "C" int MPI_Alltoall(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                            int count, MPI_Datatype type, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Alltoall(send, send_count, send_type, receive, count, type, comm);
  const int code = PMPI_Alltoall(send, send_count, send_type, receive, count, type, comm);
  if (send == MPI_IN_PLACE) return code;
  const int ranks = mutant::ranks_of(comm);
  auto bytes = mutant::pack(send, send_count * ranks, send_type);
  const auto first = bytes.size() / ranks * mutant::rank_in(comm);
  std::rotate(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(first), bytes.end());
  mutant::unpack(bytes, const_cast<void*>(send), send_count * ranks, send_type);
  return code;
}
