#pragma once

#include <mpi.h>

#include "optimized/overlap/pages.hpp"

/// Memory of windows: other processes read and write it when they like, and would meet closed pages there.
namespace tutti::preload {

/// Tells of a window that the library has just made, if it returned no error: its memory is exposed until
/// it is freed. Returns its code.
int window_memory_added(int code, const MPI_Win* window);
/// The same for memory that it has attached to the window.
int window_memory_added(int code, MPI_Win window, const void* base, MPI_Aint bytes);

/// The program detaches it.
void window_memory_removed(MPI_Win window, const void* base);

/// True if any of the pages is exposed, be it in part.
bool is_window_memory(overlap::Pages pages);

}  // namespace tutti::preload
