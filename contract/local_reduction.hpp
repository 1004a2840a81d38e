#pragma once

#include <mpi.h>

namespace tutti {

/// inout = in op inout, element by element: MPI_Reduce_local, but right where a library's own is
/// not. MPICH 4.0 takes unsigned integers for signed ones in MPI_MAX and MPI_MIN. Throws MpiError.
void reduce_local(const void* in, void* inout, int count, MPI_Datatype type, MPI_Op op);

}  // namespace tutti
