/// Each rank's own contribution is in its result.
/// Stands for: exclusive scans built on inclusive ones.
/// Ranks: 4
/// Kills: collective/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Exscan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                          MPI_Comm comm) {
  return PMPI_Scan(send, receive, count, type, op, comm);
}
