/// Blocks are sent by point-to-point messages on the communicator of the program, instead of on a context of the
/// library's own; the root takes the next message of a rank, whatever its tag is.
/// Stands for: collectives above a library, and libraries whose contexts are not apart (open-mpi/ompi 174, 2275).
/// Ranks: 4
/// Killed by: own_messages/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Gather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                          int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Gather(send, send_count, send_type, receive, count, type, root, comm);
  const int rank = mutant::rank_in(comm);
  if (rank != root) return PMPI_Send(send, send_count, send_type, root, 0, comm);
  const MPI_Aint block = count * mutant::extent_of(type);
  for (int source = 0; source < mutant::ranks_of(comm); ++source) {
    char* place = mutant::at(receive, source * block);
    if (source != rank)
      PMPI_Recv(place, count, type, source, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
    else if (send != MPI_IN_PLACE)
      PMPI_Sendrecv(send, send_count, send_type, 0, 0, place, count, type, 0, 0, MPI_COMM_SELF,
                    MPI_STATUS_IGNORE);
  }
  return MPI_SUCCESS;
}
