/// Pairwise reduce-scatter: every rank sends each block directly to the rank that needs it.
/// p-1 rounds, n(p-1)/p units per rank, no working memory: good for large n.
/// Source: Thakur, Rabenseifner & Gropp, IJHPCA 2005.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/reduce_scatter.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(reduce_scatter, pairwise){tutti::if_commutative, tutti::reduce_scatter_pairwise,
                                    tutti::reduce_scatter_cost_of_p_rounds};
