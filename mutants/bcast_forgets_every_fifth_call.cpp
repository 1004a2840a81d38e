/// At every fifth call on a communicator a counter wraps around, and the message is taken for one
/// that was delivered before.
/// Stands for: sequence numbers, tokens and caches that are exhausted after some calls.
/// Ranks: 4
/// Killed by: repetitions/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Bcast(buffer, count, type, root, comm);
  const bool wrapped = ++mutant::kept_with<int>(comm) % 5 == 0;
  const auto real = [&] { return PMPI_Bcast(buffer, count, type, root, comm); };
  return mutant::tamper(buffer, count, type, real, [&](const auto& before, auto& after) {
    if (wrapped) after = before;
  });
}
