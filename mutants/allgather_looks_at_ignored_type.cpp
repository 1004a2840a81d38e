/// The send datatype is examined, also beside MPI_IN_PLACE, where it means nothing.
/// Stands for: pmodels/mpich 1564 and open-mpi/ompi 5970, where MPI_DATATYPE_NULL was refused there.
/// Ranks: 2
/// Killed by: insignificant/error_code
#include "mutants/mutant.hpp"

extern "C" int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type,
                             void* receive, int count, MPI_Datatype type, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Allgather(send, send_count, send_type, receive, count, type, comm);
  const int code = PMPI_Allgather(send, send_count, send_type, receive, count, type, comm);
  return send_type == MPI_DATATYPE_NULL ? MPI_ERR_TYPE : code;
}
