/// Data received into an internal buffer are copied together with the gaps between the elements.
/// Stands for: memcpy of extents, which overwrites the contents of the gaps of a datatype.
/// Ranks: 4
/// Killed by: layout/guard
#include "mutants/mutant.hpp"

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Bcast(buffer, count, type, root, comm);
  if (mutant::rank_in(comm) == root) return PMPI_Bcast(buffer, count, type, root, comm);
  mutant::Scratch scratch(count, type);
  const int code = PMPI_Bcast(scratch.buffer(), count, type, root, comm);
  const auto [low, bytes] = scratch.span();
  if (bytes > 0) std::memcpy(mutant::at(buffer, low), scratch.memory(), bytes);
  return code;
}
