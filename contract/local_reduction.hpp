#pragma once

#include <mpi.h>

namespace tutti {

/// Computes inout = in op inout, element by element, as MPI_Reduce_local does, but also correctly
/// where a library's own function is wrong: MPICH 4.0 compares unsigned integers as signed ones in
/// MPI_MAX and MPI_MIN, and many do not compute with Fortran's real(16). Throws MpiError.
void reduce_local(const void* in, void* inout, int count, MPI_Datatype type, MPI_Op op);

}  // namespace tutti
