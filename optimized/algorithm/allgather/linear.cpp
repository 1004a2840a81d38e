/// Linear allgather: every rank sends its block to every other rank.
/// p-1 rounds, every block sent p-1 times, no block waits for another: good for few ranks.
/// Source: MPI standard, the definition of MPI_Allgather.
#include "optimized/algorithm/support/allgather.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(allgather, linear){tutti::always, tutti::allgather_linear,
                             tutti::allgather_cost_of_p_rounds};
