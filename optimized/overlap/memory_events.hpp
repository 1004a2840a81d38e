#pragma once

namespace tutti::overlap {

/// Keeps memory from being unmapped, moved or given to a child process while parts of it are closed, for
/// the rest of the process' life: whoever does so waits until it is open. Throws FabricError where that
/// cannot be had.
void watch_memory();

/// Waits until nothing at all is closed.
void wait_until_all_accessible();

}  // namespace tutti::overlap
