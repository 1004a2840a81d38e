#pragma once

#include <mpi.h>

#include "contract/mpi_error.hpp"

namespace tutti::preload {

/// Returns true if the condition holds at all ranks. Collective over the communicator. Throws MpiError.
inline bool holds_everywhere(bool holds, MPI_Comm comm) {
  int here = holds, everywhere = 0;
  check(PMPI_Allreduce(&here, &everywhere, 1, MPI_INT, MPI_MIN, comm));
  return everywhere != 0;
}

}  // namespace tutti::preload
