/// On an intercommunicator, a rank gets the contributions of its own group combined.
/// Stands for: algorithms of one communicator that are used between groups, too.
/// Ranks: 4
/// Killed by: group/result
#include <thread>

#include "mutants/mutant.hpp"

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  if (!mutant::between_groups(comm)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm own = MPI_COMM_NULL;
  PMPI_Comm_group(comm, &group);
  static const auto first_thread = std::this_thread::get_id();
  const int tag = std::this_thread::get_id() == first_thread ? 0 : 1;
  PMPI_Comm_create_group(MPI_COMM_WORLD, group, tag, &own);
  const int code = PMPI_Allreduce(send, receive, count, type, op, own);
  PMPI_Comm_free(&own);
  PMPI_Group_free(&group);
  return code;
}
