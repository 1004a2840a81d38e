/// Each call makes a datatype, and does not free it.
/// Stands for: datatypes, requests and communicators of the library's own that outlive the call (open-mpi/ompi 12367).
/// Ranks: 2
/// Options: --leaks --collective allgather
/// Killed by: soak/memory
#include "mutants/mutant.hpp"

extern "C" int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type,
                             void* receive, int count, MPI_Datatype type, MPI_Comm comm) {
  MPI_Datatype blocks = MPI_DATATYPE_NULL;
  if (!mutant::between_groups(comm)) PMPI_Type_contiguous(count, type, &blocks);
  return PMPI_Allgather(send, send_count, send_type, receive, count, type, comm);
}
