#pragma once

#include <vector>

#include "contract/mpi_error.hpp"
#include "contract/mpi_handle.hpp"

namespace tutti {

/// Returns a communicator of the same ranks in the same order, as a torus of the given extents.
/// Collective over `ranks`.
inline Communicator torus_communicator(MPI_Comm ranks, const std::vector<int>& extents) {
  const std::vector<int> periodic(extents.size(), 1);
  MPI_Comm comm = MPI_COMM_NULL;
  check(PMPI_Cart_create(ranks, static_cast<int>(extents.size()), extents.data(), periodic.data(),
                         0, &comm));
  return Communicator(comm);
}

}  // namespace tutti
