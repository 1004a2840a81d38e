/// Once a communicator has had four duplicates, its allreduces combine nothing any more.
/// Stands for: contexts and tags of a communicator that are given to others made from it (open-mpi/ompi 13918, 14211).
/// Ranks: 4
/// Options: --collective allreduce
/// Killed by: made_beside/result
#include "mutants/mutant.hpp"

extern "C" {

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) {
  ++mutant::kept_with<int>(comm);
  return PMPI_Comm_dup(comm, made);
}

int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  const bool lost = !mutant::between_groups(comm) && mutant::kept_with<int>(comm) >= 4;
  return PMPI_Allreduce(send, receive, count, type, op, lost ? MPI_COMM_SELF : comm);
}

}  // extern "C"
