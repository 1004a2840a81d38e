/// A call whose buffer is MPI_BOTTOM moves nothing.
/// Stands for: code that takes MPI_BOTTOM, which is a null pointer, for a buffer that is not there.
/// Ranks: 4
/// Killed by: address/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type,
                             void* receive, int count, MPI_Datatype type, MPI_Comm comm) {
  if (mutant::between_groups(comm) || receive != MPI_BOTTOM)
    return PMPI_Allgather(send, send_count, send_type, receive, count, type, comm);
  return PMPI_Barrier(comm);
}
