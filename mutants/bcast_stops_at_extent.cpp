/// Elements that lie behind the extents of all instances together are not received.
/// Stands for: code that takes count * extent for the end of a message.
/// Ranks: 4
/// Killed by: layout/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm) || mutant::rank_in(comm) == root)
    return PMPI_Bcast(buffer, count, type, root, comm);
  MPI_Aint lower = 0, extent = 0;
  PMPI_Type_get_extent(type, &lower, &extent);
  const auto [low, bytes] = mutant::span_of(count, type);
  const MPI_Aint taken = lower + count * extent - low;
  const MPI_Aint lost = static_cast<MPI_Aint>(bytes) - taken;
  if (extent <= 0 || taken <= 0 || lost <= 0) return PMPI_Bcast(buffer, count, type, root, comm);
  char* const behind = mutant::at(buffer, low + taken);
  const mutant::Bytes before(behind, behind + lost);
  const int code = PMPI_Bcast(buffer, count, type, root, comm);
  std::copy(before.begin(), before.end(), behind);
  return code;
}
