#pragma once

#include <mpi.h>

namespace tutti {

/// The functions of MPI that start and complete requests, under their MPI_ or their PMPI_ names.
struct RequestFunctions {
  decltype(&MPI_Start) start;
  decltype(&MPI_Startall) start_all;
  decltype(&MPI_Wait) wait;
  decltype(&MPI_Test) test;
  decltype(&MPI_Waitall) wait_all;
  decltype(&MPI_Testall) test_all;
  decltype(&MPI_Waitany) wait_any;
  decltype(&MPI_Testany) test_any;
  decltype(&MPI_Waitsome) wait_some;
  decltype(&MPI_Testsome) test_some;
  decltype(&MPI_Request_free) free;
};

inline const RequestFunctions public_request_functions{
    MPI_Start,   MPI_Startall, MPI_Wait,     MPI_Test,     MPI_Waitall,     MPI_Testall,
    MPI_Waitany, MPI_Testany,  MPI_Waitsome, MPI_Testsome, MPI_Request_free};

inline const RequestFunctions profiling_request_functions{
    PMPI_Start,   PMPI_Startall, PMPI_Wait,     PMPI_Test,     PMPI_Waitall,     PMPI_Testall,
    PMPI_Waitany, PMPI_Testany,  PMPI_Waitsome, PMPI_Testsome, PMPI_Request_free};

}  // namespace tutti
