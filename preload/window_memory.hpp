#pragma once

#include <mpi.h>

#include "optimized/overlap/pages.hpp"

/// The memory of windows. Other processes read and write it at any time, so it must not be
/// protected.
namespace tutti::preload {

/// Unless `code` is an error, notes the memory of a window that the library has just created, until
/// the window is freed. Returns the error code.
int window_memory_added(int code, const MPI_Win* window);
/// Does the same for memory that was just attached to the window.
int window_memory_added(int code, MPI_Win window, const void* base, MPI_Aint bytes);

/// Forgets memory that the program detaches from the window.
void window_memory_removed(MPI_Win window, const void* base);

/// Returns true if any of the pages belongs to a window, at least in part.
bool is_window_memory(overlap::Pages pages);

}  // namespace tutti::preload
