/// Neighbour alltoallw by dimension: exchanges along one dimension of a grid after the other.
/// One message per edge, and blocks from two neighbours at a time: few messages compete for a link.
/// Source: MPI standard, the order of neighbours on Cartesian communicators.
#include "optimized/algorithm/support/neighbours.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(neighbor_alltoallw, by_dimension){tutti::on_grid, tutti::exchange_by_dimension,
                                            tutti::direct_exchange_cost};
