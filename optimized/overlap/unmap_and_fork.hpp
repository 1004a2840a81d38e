#pragma once

namespace tutti::overlap {

/// Makes each thread that unmaps or moves memory, or gives it to a child process, wait until none
/// of it is protected, for the rest of the process's life. Throws FabricError if unmapping cannot
/// be watched.
void watch_memory();

/// Waits until no page of the process is protected.
void wait_until_all_accessible();

}  // namespace tutti::overlap
