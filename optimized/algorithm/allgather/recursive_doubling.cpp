/// Recursive-doubling allgather: neighbours on a hypercube exchange all blocks that they have.
/// log2 p rounds, every block sent p-1 times, no local rotation; powers of two only.
/// Source: Thakur, Rabenseifner & Gropp, IJHPCA 2005.
#include "optimized/algorithm/support/allgather.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(allgather, recursive_doubling){
    tutti::if_power_of_two, tutti::allgather_recursive_doubling, tutti::allgather_cost_of_doubling};
