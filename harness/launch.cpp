#include "harness/launch.hpp"

#include <mpi.h>

#include <cstdlib>

#include "contract/error.hpp"

namespace tutti {

int launcher_rank() {
  for (const char* variable : {"PMI_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "SLURM_PROCID"})
    if (const char* value = std::getenv(variable)) return std::atoi(value);
  return 0;
}

MpiSession::MpiSession(bool threads) {
  const int required = threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(nullptr, nullptr, required, &provided);
  if (provided < required) {
    MPI_Finalize();
    throw CannotRun("the MPI library provides no MPI_THREAD_MULTIPLE");
  }
}

MpiSession::~MpiSession() { MPI_Finalize(); }

}  // namespace tutti
