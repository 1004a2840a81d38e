/// A program that must end with status 3, although rank 1 never returns from MPI_Finalize.

#include <mpi.h>
#include <unistd.h>

#include "harness/platform/launch.hpp"

namespace {

int never_return(MPI_Comm, int, void*, void*) {
  for (;;) pause();
}

}  // namespace

int main() {
  tutti::MpiSession session;
  if (tutti::launcher_rank() == 1) {
    int key = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, never_return, &key, nullptr);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr);
  }
  session.set_exit_status(3);
}
