/// A count of zero is reported as an error.
/// Stands for: argument checks, and allocations of zero bytes, that treat zero elements as a
/// failure.
/// Ranks: 4
/// Killed by: count/error_code
#include "mutants/mutant.hpp"

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  if (count == 0) return MPI_ERR_COUNT;
  return PMPI_Allreduce(send, receive, count, type, op, comm);
}
