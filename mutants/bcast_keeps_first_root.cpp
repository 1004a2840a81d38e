/// The tree of the first broadcast on a communicator is cached under a key without the root.
/// Stands for: caches of schedules and topologies whose key lacks an argument.
/// Ranks: 4
/// Killed by: sequence/result
#include <optional>

#include "mutants/mutant.hpp"

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Bcast(buffer, count, type, root, comm);
  auto& first_root = mutant::kept_with<std::optional<int>>(comm);
  return PMPI_Bcast(buffer, count, type, first_root.emplace(first_root.value_or(root)), comm);
}
