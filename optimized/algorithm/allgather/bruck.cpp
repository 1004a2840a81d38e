/// Bruck's allgather: the blocks that a rank holds double in every round, for any number of ranks.
/// ceil(log2 p) rounds, every block sent p-1 times, and one local rotation: good for small blocks.
/// Source: Bruck et al., IEEE TPDS 1997.
#include "optimized/algorithm/support/allgather.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(allgather, bruck){tutti::always, tutti::allgather_bruck, tutti::allgather_bruck_cost};
