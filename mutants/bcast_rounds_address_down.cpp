/// The received data are stored at the address rounded down to a multiple of 8.
/// Stands for: direct puts that need alignment and do not check it.
/// Ranks: 4
/// Killed by: alignment/result
#include <cstdint>

#include "mutants/mutant.hpp"

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Bcast(buffer, count, type, root, comm);
  const auto misalignment = static_cast<MPI_Aint>(reinterpret_cast<std::uintptr_t>(buffer) % 8);
  if (mutant::rank_in(comm) == root || misalignment == 0)
    return PMPI_Bcast(buffer, count, type, root, comm);
  return PMPI_Bcast(mutant::at(buffer, -misalignment), count, type, root, comm);
}
