/// Flat scatter: the root sends every rank its block.
/// p-1 rounds, p-1 blocks, each sent once: good for large blocks and for few ranks.
/// Source: CollGM, section 3.4.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/rooted_blocks.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(scatter, flat){tutti::always, tutti::scatter_linearly, tutti::rooted_blocks_cost};
