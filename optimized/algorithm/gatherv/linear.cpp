/// Linear gatherv: every rank sends its block to the root immediately.
/// p-1 rounds, p-1 blocks, each sent once.
/// Source: CollGM, section 3.4 (flat).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/rooted_blocks.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(gatherv, linear){tutti::always, tutti::gather_linearly, tutti::rooted_blocks_cost};
