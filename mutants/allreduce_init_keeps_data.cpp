/// A persistent allreduce sends what was in the buffer when it was initialized.
/// Stands for: pmodels/mpich 7078, where schedules of persistent collectives copied data while they were built.
/// Ranks: 4
/// Needs: MPI_Allreduce_init
/// Killed by: mode/result
#include "mutants/mutant.hpp"

extern "C" {

int PMPI_Allreduce_init(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm, MPI_Info info, MPI_Request* request) __attribute__((weak));

int MPI_Allreduce_init(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  if (send == MPI_IN_PLACE || mutant::between_groups(comm))
    return PMPI_Allreduce_init(send, receive, count, type, op, comm, info, request);
  auto* const kept = new mutant::Scratch(count, type);  // for as long as the request may be started
  mutant::unpack(mutant::pack(send, count, type), kept->buffer(), count, type);
  return PMPI_Allreduce_init(kept->buffer(), receive, count, type, op, comm, info, request);
}

}  // extern "C"
