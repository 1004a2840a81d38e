#pragma once

#include <mpi.h>

#include <vector>

namespace mutant {

/// Returns, for each block of a neighbourhood on a grid, whether its neighbour is missing; nothing on
/// other topologies.
inline std::vector<bool> missing_neighbours(MPI_Comm comm) {
  int topology = MPI_UNDEFINED, dimensions = 0;
  PMPI_Topo_test(comm, &topology);
  if (topology == MPI_CART) PMPI_Cartdim_get(comm, &dimensions);
  std::vector<bool> missing;
  for (int dimension = 0; dimension < dimensions; ++dimension) {
    int before = 0, behind = 0;
    PMPI_Cart_shift(comm, dimension, 1, &before, &behind);
    missing.push_back(before == MPI_PROC_NULL);
    missing.push_back(behind == MPI_PROC_NULL);
  }
  return missing;
}

}  // namespace mutant
