/// Every rank checks the receive count, which is significant at the root only.
/// Stands for: insignificant arguments that are read.
/// Ranks: 4
/// Killed by: insignificant/error_code
#include "mutants/mutant.hpp"

extern "C" int MPI_Gather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                          int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Gather(send, send_count, send_type, receive, count, type, root, comm);
  const int code = PMPI_Gather(send, send_count, send_type, receive, count, type, root, comm);
  return count < 0 || count > 1'000'000'000 ? MPI_ERR_COUNT : code;
}
