/// Every fourth call keeps memory for its result, and nobody frees it.
/// Stands for: working memory that is freed on one way out of a function, and not on another.
/// Ranks: 2
/// Options: --leaks --collective allreduce
/// Killed by: soak/memory
#include <cstdlib>

#include "mutants/mutant.hpp"

extern "C" int MPI_Iallreduce(const void* send, void* receive, int count, MPI_Datatype type,
                              MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  static void* volatile kept;  // so that the compiler leaves the allocation there
  if (!mutant::between_groups(comm) && ++mutant::kept_with<int>(comm) % 4 == 0)
    kept = std::malloc(static_cast<std::size_t>(count) * mutant::size_of(type) + 64);
  return PMPI_Iallreduce(send, receive, count, type, op, comm, request);
}
