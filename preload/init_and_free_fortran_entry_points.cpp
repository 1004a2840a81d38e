// The functions of MPI that initialize and finalize it, and those that free operations and datatypes, as
// Fortran programs call them under Open MPI, whose Fortran functions do not call the C functions.
#include "preload/collective_service.hpp"
#include "preload/fortran_arguments.hpp"

using namespace tutti::preload;
using fortran::In;
using fortran::Out;

extern "C" {

void mpi_init_(Out error) { fortran::tell(error, initialize_mpi(nullptr, nullptr)); }
TUTTI_FORTRAN_SPELLINGS(init, INIT)

void mpi_init_thread_(In required, Out provided, Out error) {
  fortran::tell(error, initialize_mpi(nullptr, nullptr, *required, provided));
}
TUTTI_FORTRAN_SPELLINGS(init_thread, INIT_THREAD)

void mpi_finalize_(Out error) {
  Service::end();
  fortran::tell(error, PMPI_Finalize());
}
TUTTI_FORTRAN_SPELLINGS(finalize, FINALIZE)

void mpi_op_free_(Out operation, Out error) {
  MPI_Op own = fortran::op(operation);
  const int code = free_op(&own);
  if (code == MPI_SUCCESS) *operation = PMPI_Op_c2f(own);
  fortran::tell(error, code);
}
TUTTI_FORTRAN_SPELLINGS(op_free, OP_FREE)

void mpi_type_free_(Out datatype, Out error) {
  MPI_Datatype own = fortran::type(datatype);
  const int code = free_type(&own);
  if (code == MPI_SUCCESS) *datatype = PMPI_Type_c2f(own);
  fortran::tell(error, code);
}
TUTTI_FORTRAN_SPELLINGS(type_free, TYPE_FREE)

}  // extern "C"
