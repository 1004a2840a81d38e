/// The result of each rank includes the rank's own contribution.
/// Stands for: exclusive scans built on inclusive ones.
/// Ranks: 4
/// Killed by: collective/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Exscan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                          MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Exscan(send, receive, count, type, op, comm);
  mutant::Scratch unused(count, type);
  const bool insignificant = mutant::rank_in(comm) == 0 && send != MPI_IN_PLACE;
  return PMPI_Scan(send, insignificant ? unused.buffer() : receive, count, type, op, comm);
}
