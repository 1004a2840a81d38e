/// The root is looked up in MPI_COMM_WORLD instead of in the communicator.
/// Stands for: peers computed from global ranks, which works until a program reorders a
/// communicator.
/// Ranks: 4
/// Killed by: group/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Bcast(buffer, count, type, root, comm);
  MPI_Group world = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Comm_group(comm, &group);
  int wrong_root = root;
  PMPI_Group_translate_ranks(world, 1, &root, group, &wrong_root);
  PMPI_Group_free(&world);
  PMPI_Group_free(&group);
  return PMPI_Bcast(buffer, count, type, wrong_root == MPI_UNDEFINED ? root : wrong_root, comm);
}
