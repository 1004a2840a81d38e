#pragma once

#include <mpi.h>

#include "optimized/overlap/pages.hpp"

/// Memory of windows: other processes read and write it when they like, and would meet closed pages there.
namespace tutti::interpose {

/// Tells of a window that the library has just made, if it returned no error: its memory is exposed until
/// it is freed. Returns its code.
int exposed(int code, const MPI_Win* window);
/// The same for memory that it has attached to the window.
int exposed(int code, MPI_Win window, const void* base, MPI_Aint bytes);

/// The program detaches it.
void conceal(MPI_Win window, const void* base);

/// True if any of the pages is exposed, be it in part.
bool is_exposed(overlap::Pages pages);

}  // namespace tutti::interpose
