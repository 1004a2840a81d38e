/// Linear scatterv: the root sends every rank its block, all at once.
/// p-1 rounds, p-1 blocks, each sent once.
/// Source: CollGM, section 3.4 (flat).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/rooted_blocks.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(scatterv, linear){tutti::always, tutti::scatter_linearly, tutti::rooted_blocks_cost};
