#pragma once

#include <mpi.h>

/// Functions that convert arguments of Fortran to those of C, under Open MPI.

/// Declares the other names of a function mpi_`name`_: compilers spell the names of Fortran functions differently,
/// and the bindings for Fortran 2008 call the functions that implement the older interface (ompi_*_f).
#define TUTTI_FORTRAN_SPELLINGS(name, NAME)                                    \
  decltype(mpi_##name##_) mpi_##name __attribute__((alias("mpi_" #name "_"))), \
      mpi_##name##__ __attribute__((alias("mpi_" #name "_"))),                 \
      MPI_##NAME __attribute__((alias("mpi_" #name "_"))),                     \
      ompi_##name##_f __attribute__((alias("mpi_" #name "_")));

extern "C" {

// Variables of the library whose addresses stand for MPI_IN_PLACE and MPI_BOTTOM in Fortran.
extern MPI_Fint mpi_fortran_in_place_, mpi_fortran_bottom_;

}  // extern "C"

namespace tutti::preload::fortran {

static_assert(sizeof(MPI_Fint) == sizeof(int));

using In = const MPI_Fint*;
using Out = MPI_Fint*;

inline void* buffer(void* address) {
  if (address == &mpi_fortran_in_place_) return MPI_IN_PLACE;
  if (address == &mpi_fortran_bottom_) return MPI_BOTTOM;
  return address;
}

inline MPI_Datatype type(const MPI_Fint* handle) { return PMPI_Type_f2c(*handle); }
inline MPI_Op op(const MPI_Fint* handle) { return PMPI_Op_f2c(*handle); }
inline MPI_Info info(const MPI_Fint* handle) { return PMPI_Info_f2c(*handle); }
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
