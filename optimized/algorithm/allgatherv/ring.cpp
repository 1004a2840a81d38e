/// Ring allgatherv: every rank sends to the next rank what it received from the previous one.
/// p-1 rounds, every block sent p-1 times, messages between neighbours only: good for large blocks.
/// Source: Thakur, Rabenseifner & Gropp, IJHPCA 2005.
#include "optimized/algorithm/support/allgather.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(allgatherv, ring){tutti::always, tutti::allgather_ring,
                            tutti::allgather_cost_of_p_rounds};
