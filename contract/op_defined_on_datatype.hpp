#pragma once

#include <mpi.h>

namespace tutti {

/// Returns true if MPI defines the built-in operation on the built-in datatype. False for
/// user-defined operations and derived datatypes.
bool is_defined(MPI_Op op, MPI_Datatype type);

}  // namespace tutti
