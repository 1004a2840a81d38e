/// A table says that a long double has 8 bytes, so that half of each element arrives.
/// Stands for: sizes of types that are written down instead of queried.
/// Ranks: 4
/// Killed by: element/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Bcast(buffer, count, type, root, comm);
  const auto real = [&] { return PMPI_Bcast(buffer, count, type, root, comm); };
  if (type != MPI_LONG_DOUBLE) return real();
  return mutant::tamper(buffer, count, type, real, [](const auto& before, auto& after) {
    for (std::size_t i = 0; i < after.size(); ++i)
      if (i % sizeof(long double) >= sizeof(double)) after[i] = before[i];
  });
}
