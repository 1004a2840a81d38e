// Functions of MPI that create windows and attach memory to them, as C programs call them.
#include <mpi.h>

#include "preload/wait_then_call.hpp"
#include "preload/window_memory.hpp"

using tutti::overlap::wait_until_all_accessible;
using tutti::preload::wait_for_buffer;
using tutti::preload::window_memory_added;
using tutti::preload::window_memory_removed;

extern "C" {

int MPI_Win_create(void* base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win* window) {
  wait_until_all_accessible();
  return window_memory_added(PMPI_Win_create(base, bytes, unit, info, comm, window), window);
}

int MPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* base,
                     MPI_Win* window) {
  return window_memory_added(PMPI_Win_allocate(bytes, unit, info, comm, base, window), window);
}

int MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* base,
                            MPI_Win* window) {
  return window_memory_added(PMPI_Win_allocate_shared(bytes, unit, info, comm, base, window),
                             window);
}

int MPI_Win_attach(MPI_Win window, void* base, MPI_Aint bytes) {
  wait_for_buffer(base, bytes, MPI_BYTE);
  return window_memory_added(PMPI_Win_attach(window, base, bytes), window, base, bytes);
}

int MPI_Win_detach(MPI_Win window, const void* base) {
  window_memory_removed(window, base);
  return PMPI_Win_detach(window, base);
}

#if MPI_VERSION >= 4

int MPI_Win_create_c(void* base, MPI_Aint bytes, MPI_Aint unit, MPI_Info info, MPI_Comm comm,
                     MPI_Win* window) {
  wait_until_all_accessible();
  return window_memory_added(PMPI_Win_create_c(base, bytes, unit, info, comm, window), window);
}

int MPI_Win_allocate_c(MPI_Aint bytes, MPI_Aint unit, MPI_Info info, MPI_Comm comm, void* base,
                       MPI_Win* window) {
  return window_memory_added(PMPI_Win_allocate_c(bytes, unit, info, comm, base, window), window);
}

int MPI_Win_allocate_shared_c(MPI_Aint bytes, MPI_Aint unit, MPI_Info info, MPI_Comm comm,
                              void* base, MPI_Win* window) {
  return window_memory_added(PMPI_Win_allocate_shared_c(bytes, unit, info, comm, base, window),
                             window);
}

#endif

}  // extern "C"
