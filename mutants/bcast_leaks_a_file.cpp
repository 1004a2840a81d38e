/// Each call opens a file, and does not close it.
/// Stands for: libraries that open devices or shared memory for a message.
/// Ranks: 2
/// Options: --leaks --collective bcast
/// Killed by: soak/files
#include <fcntl.h>

#include "mutants/mutant.hpp"

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (!mutant::between_groups(comm)) (void)!open("/dev/null", O_RDONLY | O_CLOEXEC);
  return PMPI_Bcast(buffer, count, type, root, comm);
}
