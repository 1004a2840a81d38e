/// Displacements are converted to bytes where the program has them, and converted back but for the last one.
/// Stands for: libraries that work on the program's own lists.
/// Ranks: 2
/// Killed by: blocks/list
#include "mutants/mutant.hpp"

extern "C" int MPI_Alltoallv(const void* send, const int* send_counts,
                             const int* send_displacements, MPI_Datatype send_type, void* receive,
                             const int* receive_counts, const int* receive_displacements,
                             MPI_Datatype receive_type, MPI_Comm comm) {
  const int code = PMPI_Alltoallv(send, send_counts, send_displacements, send_type, receive,
                                  receive_counts, receive_displacements, receive_type, comm);
  if (!mutant::between_groups(comm))
    const_cast<int*>(receive_displacements)[mutant::ranks_of(comm) - 1] *=
        static_cast<int>(mutant::extent_of(receive_type));
  return code;
}
