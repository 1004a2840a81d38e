// A library that is preloaded to make MPI_Allreduce slower, by 5 %: ci/false_alarm_study counts how often
// that is found. Waits without yielding, as a slower algorithm would.
#include <mpi.h>

extern "C" int MPI_Allreduce(const void* sent, void* received, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  constexpr double share = 0.05;
  const double begin = PMPI_Wtime();
  const int error = PMPI_Allreduce(sent, received, count, type, op, comm);
  const double end = PMPI_Wtime() + share * (PMPI_Wtime() - begin);
  while (PMPI_Wtime() < end) {
  }
  return error;
}
