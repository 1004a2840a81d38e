#pragma once

#include <mpi.h>

#include "contract/mpi_handle.hpp"

namespace tutti {

// Handles that are freed as a program frees them, by functions that a preloaded library may provide.
using ProgramDatatype = MpiHandle<MPI_Datatype, MPI_Type_free>;
using ProgramOperator = MpiHandle<MPI_Op, MPI_Op_free>;
using ProgramCommunicator = MpiHandle<MPI_Comm, MPI_Comm_free>;

}  // namespace tutti
