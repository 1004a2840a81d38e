/// Linear neighbour alltoall: every rank sends all its blocks at once.
/// One message per edge, as many rounds as edges of a rank: good for few neighbours.
/// Source: MPI standard, the definition of MPI_Neighbor_alltoall.
#include "optimized/algorithm/support/neighbours.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(neighbor_alltoall, linear){tutti::on_topology, tutti::exchange_at_once,
                                     tutti::direct_exchange_cost};
