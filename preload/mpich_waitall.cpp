// MPI_Waitall under MPICH, which ends the process if the request of a served collective is not complete yet and another
// one in the array is null: MPICH waits for generalized requests only if it finds no null request before.
#include <mpi.h>

#include "preload/generalized_request.hpp"

extern "C" int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  if (count > 0 && requests)
    tutti::preload::wait_for_started_calls({requests, static_cast<std::size_t>(count)});
  return PMPI_Waitall(count, requests, statuses);
}
