#pragma once

#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// Records where the stack of the calling thread lies, for as long as the thread runs.
void record_own_stack();

/// Returns whether any of these pages lies in a recorded stack, or may lie in the stack of the
/// caller. Such pages must not be protected: a thread needs its stack to run signal handlers.
bool is_on_stack(Pages pages);

}  // namespace tutti::overlap
