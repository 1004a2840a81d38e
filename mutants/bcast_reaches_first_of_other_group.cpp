/// On an intercommunicator, only the first rank of the other group gets the data of the root.
/// Stands for: a message between the groups that is not passed on within the second one.
/// Ranks: 4
/// Killed by: group/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  const auto real = [&] { return PMPI_Bcast(buffer, count, type, root, comm); };
  const bool receives = root != MPI_ROOT && root != MPI_PROC_NULL;
  if (!mutant::between_groups(comm) || !receives || mutant::rank_in(comm) == 0) return real();
  return mutant::tamper(buffer, count, type, real,
                        [](const auto& before, auto& after) { after = before; });
}
