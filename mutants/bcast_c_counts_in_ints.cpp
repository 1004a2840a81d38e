/// A large count is converted to an int; where that is negative, nothing is sent.
/// Stands for: functions for large counts over algorithms that were written for ints (open-mpi/ompi 10214).
/// Ranks: 2
/// Needs: MPI_Bcast_c
/// Options: --huge --collective bcast
/// Killed by: huge/result
#include "mutants/mutant.hpp"

extern "C" {

int PMPI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm)
    __attribute__((weak));

int MPI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Bcast_c(buffer, count, type, root, comm);
  return PMPI_Bcast_c(buffer, std::max(0, static_cast<int>(count)), type, root, comm);
}

}  // extern "C"
