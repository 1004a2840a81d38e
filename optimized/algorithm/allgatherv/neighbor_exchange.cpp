/// Neighbour-exchange allgatherv: ranks exchange pairs of blocks with both neighbours in turn.
/// p/2 rounds, every block sent p-1 times, messages between neighbours only; even numbers of ranks
/// only.
/// Source: Chen et al., HPCASIA 2005.
#include "optimized/algorithm/support/allgather.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(allgatherv, neighbor_exchange){tutti::if_even, tutti::allgather_neighbor_exchange,
                                         tutti::allgather_neighbor_exchange_cost};
