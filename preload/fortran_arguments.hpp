#pragma once

#include <mpi.h>

/// Functions that convert arguments of Fortran to those of C, under Open MPI.

extern "C" {

// Variables of the library whose addresses stand for MPI_IN_PLACE and MPI_BOTTOM in Fortran.
extern MPI_Fint mpi_fortran_in_place_, mpi_fortran_bottom_;

}  // extern "C"

namespace tutti::preload::fortran {

static_assert(sizeof(MPI_Fint) == sizeof(int));

inline void* buffer(void* address) {
  if (address == &mpi_fortran_in_place_) return MPI_IN_PLACE;
  if (address == &mpi_fortran_bottom_) return MPI_BOTTOM;
  return address;
}

inline MPI_Datatype type(const MPI_Fint* handle) { return PMPI_Type_f2c(*handle); }
inline MPI_Op op(const MPI_Fint* handle) { return PMPI_Op_f2c(*handle); }
inline MPI_Comm comm(const MPI_Fint* handle) { return PMPI_Comm_f2c(*handle); }

/// Stores the error code, unless a Fortran 2008 program has left out that optional argument.
inline void tell(MPI_Fint* error, int code) {
  if (error) *error = code;
}

inline void tell(MPI_Fint* error, int code, MPI_Fint* request, MPI_Request started) {
  if (code == MPI_SUCCESS) *request = PMPI_Request_c2f(started);
  tell(error, code);
}

}  // namespace tutti::preload::fortran
