/// Every rank, not only the root, stores its own block into the receive buffer.
/// Stands for: an argument that is significant at the root only, used at every rank.
/// Ranks: 4
/// Killed by: insignificant/crash
#include "mutants/mutant.hpp"

extern "C" int MPI_Gather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                          int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Gather(send, send_count, send_type, receive, count, type, root, comm);
  if (send != MPI_IN_PLACE) {
    const mutant::Bytes mine = mutant::pack(send, send_count, send_type);
    const MPI_Aint to_own = mutant::rank_in(comm) * static_cast<MPI_Aint>(mine.size());
    std::memcpy(mutant::at(receive, to_own), mine.data(), mine.size());
  }
  return PMPI_Gather(send, send_count, send_type, receive, count, type, root, comm);
}
