/// A segmented pipeline sends count / segment full segments and omits the rest.
/// Stands for: integer division that loses the last, shorter segment.
/// Ranks: 4
/// Killed by: count/result
#include "mutants/mutant.hpp"

static constexpr std::size_t segment = 1024;

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Bcast(buffer, count, type, root, comm);
  const auto real = [&] { return PMPI_Bcast(buffer, count, type, root, comm); };
  return mutant::tamper(buffer, count, type, real, [](const auto& before, auto& after) {
    if (after.size() <= segment) return;
    const auto tail = static_cast<std::ptrdiff_t>(after.size() % segment);
    std::copy(before.end() - tail, before.end(), after.end() - tail);
  });
}
