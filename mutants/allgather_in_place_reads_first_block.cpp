/// In place, a rank contributes the first block of the buffer instead of its own.
/// Stands for: in-place handling that uses the address of the receive buffer as the send buffer.
/// Ranks: 4
/// Killed by: in_place/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type,
                             void* receive, int count, MPI_Datatype type, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Allgather(send, send_count, send_type, receive, count, type, comm);
  if (send != MPI_IN_PLACE)
    return PMPI_Allgather(send, send_count, send_type, receive, count, type, comm);
  const auto first = mutant::pack(receive, count, type);
  return PMPI_Allgather(first.data(), static_cast<int>(first.size()), MPI_BYTE, receive, count,
                        type, comm);
}
