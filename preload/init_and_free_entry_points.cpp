// The functions of MPI that initialize and finalize it, and those that free operations and datatypes, as C
// programs call them.
#include <mpi.h>

#include "preload/collective_service.hpp"

using namespace tutti::preload;

extern "C" {

int MPI_Init(int* argc, char*** argv) { return initialize_mpi(argc, argv); }

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return initialize_mpi(argc, argv, required, provided);
}

int MPI_Finalize() {
  Service::end();
  return PMPI_Finalize();
}

int MPI_Op_free(MPI_Op* op) { return free_op(op); }

int MPI_Type_free(MPI_Datatype* type) { return free_type(type); }

}  // extern "C"
