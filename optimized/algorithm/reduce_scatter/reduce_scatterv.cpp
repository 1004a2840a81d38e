/// Reduce-scatterv reduce-scatter: a binomial reduce to rank 0, then a binomial scatter.
/// 2 ceil(log2 p) rounds, 2(p-1) messages: good for small n; keeps the order of ranks.
/// Source: MPI standard, the definition of MPI_Reduce_scatter.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/reduce_scatter.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(reduce_scatter, reduce_scatterv){tutti::always, tutti::reduce_scatterv,
                                           tutti::reduce_scatterv_cost};
