/// Linear reduce-scatter: every rank sends every other its block, and combines its own.
/// p-1 rounds, n(p-1)/p units per rank, no message waits for another: good for small n on few
/// ranks; keeps the order of ranks.
/// Source: MPI standard, the definition of MPI_Reduce_scatter.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/reduce_scatter.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(reduce_scatter, linear){tutti::always, tutti::reduce_scatter_linear,
                                  tutti::reduce_scatter_cost_of_p_rounds};
