/// The contribution is kept in a static buffer that two threads use without a lock.
/// Stands for: libraries that promise MPI_THREAD_MULTIPLE and have one scratch buffer per process.
/// Ranks: 4
/// Killed by: mode/result
#include <chrono>
#include <thread>

#include "mutants/mutant.hpp"

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  alignas(64) static char shared[65536];
  const auto [low, bytes] = mutant::span_of(count, type);
  if (send == MPI_IN_PLACE || bytes > sizeof shared)
    return PMPI_Allreduce(send, receive, count, type, op, comm);
  if (bytes > 0) std::memcpy(shared, mutant::at(send, low), bytes);
  std::this_thread::sleep_for(std::chrono::microseconds(20));
  return PMPI_Allreduce(shared - low, receive, count, type, op, comm);
}
