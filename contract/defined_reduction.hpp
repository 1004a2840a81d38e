#pragma once

#include <mpi.h>

namespace tutti {

/// Whether MPI defines the built-in operation on the built-in datatype. False for what programs have made.
bool is_defined(MPI_Op op, MPI_Datatype type);

}  // namespace tutti
