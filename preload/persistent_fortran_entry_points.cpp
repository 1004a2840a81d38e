// The functions of MPI that start and free persistent requests, as Fortran programs call them under Open MPI,
// whose Fortran functions do not call the C functions.
#include <vector>

#include "preload/collective_service.hpp"
#include "preload/fortran_arguments.hpp"
#include "preload/persistent_request.hpp"

using namespace tutti::preload;
using fortran::In;
using fortran::Out;

extern "C" {

void mpi_start_(In request, Out error) {
  MPI_Request own = PMPI_Request_f2c(*request);
  fortran::tell(error, start_request(&own));
}
TUTTI_FORTRAN_SPELLINGS(start, START)

void mpi_startall_(In count, In requests, Out error) {
  std::vector<MPI_Request> own;
  for (MPI_Fint i = 0; i < *count; ++i) own.push_back(PMPI_Request_f2c(requests[i]));
  fortran::tell(error, start_requests(*count, own.data()));
}
TUTTI_FORTRAN_SPELLINGS(startall, STARTALL)

void mpi_request_free_(Out request, Out error) {
  MPI_Request own = PMPI_Request_f2c(*request);
  const int code = free_request(&own);
  fortran::tell(error, code, request, own);
}
TUTTI_FORTRAN_SPELLINGS(request_free, REQUEST_FREE)

}  // extern "C"
