/// Data received into an internal buffer are copied to the address of the buffer, although the
/// first element is elsewhere.
/// Stands for: temporary buffers that ignore the lower bound.
/// Ranks: 4
/// Killed by: layout/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm) || buffer == MPI_BOTTOM)
    return PMPI_Bcast(buffer, count, type, root, comm);
  mutant::Scratch scratch(count, type);
  const auto [low, bytes] = scratch.span();
  if (mutant::rank_in(comm) == root || low <= 0) return PMPI_Bcast(buffer, count, type, root, comm);
  const int code = PMPI_Bcast(scratch.buffer(), count, type, root, comm);
  std::memcpy(buffer, scratch.memory(), bytes);
  return code;
}
