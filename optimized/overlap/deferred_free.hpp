#pragma once

namespace tutti::overlap {

/// Makes this thread free no memory from now on; the program's threads do so later. One of them may
/// hold the allocator's lock in a signal handler that waits for what this thread fetches.
void defer_frees_of_this_thread() noexcept;

bool defers_frees() noexcept;

/// Takes over memory that this thread is about to free. Returns false if the thread does not defer
/// its frees.
bool defer_free(void* memory) noexcept;

/// Frees the memory that was taken over by now. Blocks signals meanwhile: the allocator's locks
/// that are taken are those of the threads that deferred their frees, for which a handler might
/// wait.
void run_deferred_frees() noexcept;

}  // namespace tutti::overlap
