/// If a message arrived long before its receiver entered, the receiver searches the wrong slot of
/// the early messages, and its buffer keeps its contents.
/// Stands for: paths for unexpected messages, which tests without delays never take.
/// Ranks: 4
/// Killed by: arrival/result
#include "mutants/lateness.hpp"
#include "mutants/mutant.hpp"

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Bcast(buffer, count, type, root, comm);
  const double entered = mutant::now_us();
  double roots_entry = entered;
  PMPI_Bcast(&roots_entry, 1, MPI_DOUBLE, root, comm);
  const auto real = [&] { return PMPI_Bcast(buffer, count, type, root, comm); };
  return mutant::tamper(buffer, count, type, real, [&](const auto& before, auto& after) {
    if (entered - roots_entry > mutant::very_late_us) after = before;
  });
}
