/// Every fourth call keeps memory for its result for later calls, and none ever uses it.
/// Stands for: caches without a limit, and memory that is freed on one way out of a function only.
/// Ranks: 2
/// Options: --leaks --collective allreduce
/// Killed by: soak/memory
#include "mutants/mutant.hpp"

extern "C" int MPI_Iallreduce(const void* send, void* receive, int count, MPI_Datatype type,
                              MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  static std::vector<mutant::Bytes> kept;
  if (!mutant::between_groups(comm) && ++mutant::kept_with<int>(comm) % 4 == 0)
    kept.emplace_back(static_cast<std::size_t>(count) * mutant::size_of(type) + 64);
  return PMPI_Iallreduce(send, receive, count, type, op, comm, request);
}
