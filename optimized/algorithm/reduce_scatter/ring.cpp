/// Ring reduce-scatter: each block goes once around the ring, and every rank adds its contribution.
/// p-1 rounds, n(p-1)/p units per rank, messages between neighbours only: good for large n.
/// Source: Patarasuk & Yuan, JPDC 2009.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/reduce_scatter.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(reduce_scatter, ring){tutti::if_commutative, tutti::reduce_scatter_ring,
                                tutti::reduce_scatter_cost_of_p_rounds};
