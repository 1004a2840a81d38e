/// Messages carry the number of the operation, but not the communicator: two operations with the
/// same number on two communicators take each other's messages.
/// Stands for: state shared by communicators that overlapping operations confuse.
/// Ranks: 4
/// Kills: mode/result
#include "mutants/mutant.hpp"

static int world_rank(int rank, MPI_Comm comm) {
  MPI_Group world = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Comm_group(comm, &group);
  int translated = 0;
  PMPI_Group_translate_ranks(group, 1, &rank, world, &translated);
  PMPI_Group_free(&world);
  PMPI_Group_free(&group);
  return translated;
}

extern "C" int MPI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                          MPI_Request* request) {
  const int tag = 1000 + mutant::kept_with<int>(comm)++ % 1000;
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (mutant::rank_in(comm) != root)
    return PMPI_Irecv(buffer, count, type, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, request);
  PMPI_Irecv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, request);
  for (int rank = 0; rank < mutant::ranks_of(comm); ++rank) {
    if (rank == root) continue;
    PMPI_Request_free(request);
    PMPI_Isend(buffer, count, type, world_rank(rank, comm), tag, MPI_COMM_WORLD, request);
  }
  return MPI_SUCCESS;
}
