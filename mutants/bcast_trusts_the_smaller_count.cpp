/// The root sends its count, and a receiver takes no more than this number of elements of its own
/// datatype.
/// Stands for: counts that are compared or used without their datatypes, although ranks may
/// describe the same message by different counts and datatypes.
/// Ranks: 4
/// Killed by: signature/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Bcast(buffer, count, type, root, comm);
  int roots_count = count;
  PMPI_Bcast(&roots_count, 1, MPI_INT, root, comm);
  const auto real = [&] { return PMPI_Bcast(buffer, count, type, root, comm); };
  return mutant::tamper(buffer, count, type, real, [&](const auto& before, auto& after) {
    const std::ptrdiff_t taken =
        std::ptrdiff_t{std::min(count, roots_count)} * mutant::size_of(type);
    std::copy(before.begin() + taken, before.end(), after.begin() + taken);
  });
}
