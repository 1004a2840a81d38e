/// Linear allgatherv: every rank sends its block to every other rank.
/// p-1 rounds, every block sent p-1 times, no block waits for another: good for few ranks and for
/// blocks of very unequal length.
/// Source: MPI standard, the definition of MPI_Allgatherv.
#include "optimized/algorithm/support/allgather.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(allgatherv, linear){tutti::always, tutti::allgather_linear,
                              tutti::allgather_cost_of_p_rounds};
