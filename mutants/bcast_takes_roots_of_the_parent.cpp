/// On a communicator that MPI_Comm_create has made, a broadcast comes from the process that has the number of the
/// root in the communicator from which it was made.
/// Stands for: tables of ranks that a communicator takes over from its parent.
/// Ranks: 4
/// Options: --collective bcast
/// Killed by: made_by/result
#include "mutants/mutant.hpp"

namespace {

/// The rank of each process of a communicator in the one from which it was made.
struct Parent {
  std::vector<int> ranks;
};

std::vector<int> ranks_in(MPI_Comm parent, MPI_Group group) {
  MPI_Group of_parent = MPI_GROUP_NULL;
  int size = 0;
  PMPI_Comm_group(parent, &of_parent);
  PMPI_Group_size(group, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  PMPI_Group_translate_ranks(group, size, mutant::in_order(size).data(), of_parent, ranks.data());
  PMPI_Group_free(&of_parent);
  return ranks;
}

}  // namespace

extern "C" {

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* made) {
  const int code = PMPI_Comm_create(comm, group, made);
  if (*made != MPI_COMM_NULL) mutant::kept_with<Parent>(*made).ranks = ranks_in(comm, group);
  return code;
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Bcast(buffer, count, type, root, comm);
  const auto& ranks = mutant::kept_with<Parent>(comm).ranks;
  const int taken = ranks.empty() ? root : ranks[static_cast<std::size_t>(root)];
  return PMPI_Bcast(buffer, count, type, taken, comm);
}

}  // extern "C"
