#pragma once

#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// Remembers where the stack of the calling thread lies, for as long as the thread runs.
void note_own_stack();

/// True if any of these pages lies in a stack of a thread that noted its own, or may lie in the stack of
/// the caller. Such pages must not be closed: where its stack is, a thread needs to run handlers.
bool is_on_stack(Pages pages);

}  // namespace tutti::overlap
