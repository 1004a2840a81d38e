/// Recursive-halving reduce-scatter: partners, the farthest first, exchange remaining halves.
/// log2 p rounds, about n units per rank (2 rounds and n more where p is not a power of two): good
/// for middle sizes.
/// Source: Thakur, Rabenseifner & Gropp, IJHPCA 2005.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/reduce_scatter.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(reduce_scatter, recursive_halving){tutti::if_commutative, tutti::reduce_scatter_halving,
                                             tutti::reduce_scatter_halving_cost};
