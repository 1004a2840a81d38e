/// What was received into a buffer of the library's own is copied to the address of the buffer,
/// though the first element lies elsewhere.
/// Stands for: temporary buffers that forget the lower bound.
/// Ranks: 4
/// Kills: layout/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  mutant::Scratch scratch(count, type);
  const auto [low, bytes] = scratch.span();
  if (mutant::rank_in(comm) == root || low <= 0) return PMPI_Bcast(buffer, count, type, root, comm);
  const int code = PMPI_Bcast(scratch.buffer(), count, type, root, comm);
  std::memcpy(buffer, scratch.memory(), bytes);
  return code;
}
