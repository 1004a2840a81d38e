/// Flat gather: every rank sends its block to the root.
/// p-1 rounds, p-1 blocks, each sent once: good for large blocks and for few ranks.
/// Source: CollGM, section 3.4.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/rooted_blocks.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(gather, flat){tutti::always, tutti::gather_linearly, tutti::rooted_blocks_cost};
