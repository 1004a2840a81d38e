/// MPI_Waitall does not wait for requests behind a null one.
/// Stands for: loops over requests that end at the first one that needs nothing.
/// Ranks: 4
/// Killed by: completion/result
#include <algorithm>

#include "mutants/mutant.hpp"

extern "C" int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  const auto waited_for = std::find(requests, requests + count, MPI_REQUEST_NULL) - requests;
  return PMPI_Waitall(static_cast<int>(waited_for), requests, statuses);
}
