#pragma once

namespace tutti::overlap {

/// From now on this thread frees nothing: the program's threads do, later. One of them may hold the
/// allocator's lock in a signal handler that waits for what this thread fetches.
void defer_frees_of_this_thread() noexcept;

bool defers_frees() noexcept;

/// Takes over what this thread wants to free, if it leaves that to the program.
bool defer_free(void* memory) noexcept;

/// Frees what was left by now. No handler may come meanwhile: the locks of the allocator are those of the
/// threads that left it.
void run_deferred_frees() noexcept;

}  // namespace tutti::overlap
