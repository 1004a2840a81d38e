/// Once MPI_Comm_idup has duplicated a communicator, its allreduces combine nothing any more.
/// Stands for: contexts and tags of a communicator that are given to others made from it (open-mpi/ompi 13918, 14211).
/// Ranks: 4
/// Options: --collective allreduce
/// Killed by: made_beside/result
#include "mutants/mutant.hpp"

namespace {

struct Context {
  bool lost = false;
};

}  // namespace

extern "C" {

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* made, MPI_Request* request) {
  mutant::kept_with<Context>(comm).lost = true;
  return PMPI_Comm_idup(comm, made, request);
}

int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  const bool lost = !mutant::between_groups(comm) && mutant::kept_with<Context>(comm).lost;
  return PMPI_Allreduce(send, receive, count, type, op, lost ? MPI_COMM_SELF : comm);
}

}  // extern "C"
