// The functions of MPI that start and free persistent requests, as C programs call them.
#include <mpi.h>

#include "preload/collective_service.hpp"
#include "preload/persistent_request.hpp"

using namespace tutti::preload;

extern "C" {

int MPI_Start(MPI_Request* request) { return start_request(request); }

int MPI_Startall(int count, MPI_Request* requests) { return start_requests(count, requests); }

int MPI_Request_free(MPI_Request* request) { return free_request(request); }

}  // extern "C"
