// MPI_Pready_list, which not every library declares alike: in some, `partitions` is not const.
#include <mpi.h>

#include "preload/wait_then_call.hpp"

#if MPI_VERSION >= 4

extern "C" int pready_list(int count, const int* partitions,
                           MPI_Request request) __asm__("MPI_Pready_list");

int pready_list(int count, const int* partitions, MPI_Request request) {
  tutti::overlap::wait_until_all_accessible();
  return PMPI_Pready_list(count, const_cast<int*>(partitions), request);
}

#endif
