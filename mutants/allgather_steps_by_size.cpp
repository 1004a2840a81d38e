/// Blocks are placed count * size bytes apart instead of count * extent bytes.
/// Stands for: code that uses the size of a datatype as its extent.
/// Ranks: 4
/// Killed by: layout/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type,
                             void* receive, int count, MPI_Datatype type, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Allgather(send, send_count, send_type, receive, count, type, comm);
  const int size = mutant::size_of(type);
  if (mutant::extent_of(type) <= size)
    return PMPI_Allgather(send, send_count, send_type, receive, count, type, comm);
  mutant::Bytes all(static_cast<std::size_t>(count) * size * mutant::ranks_of(comm));
  const void* own = mutant::at(receive, mutant::rank_in(comm) * count * mutant::extent_of(type));
  const auto mine = send == MPI_IN_PLACE ? mutant::pack(own, count, type)
                                         : mutant::pack(send, send_count, send_type);
  const int bytes = count * size;
  const int code = PMPI_Allgather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, comm);
  for (int rank = 0; rank < mutant::ranks_of(comm); ++rank) {
    const auto begin = all.begin() + std::ptrdiff_t{rank} * bytes;
    mutant::unpack({begin, begin + bytes}, mutant::at(receive, MPI_Aint{rank} * bytes), count,
                   type);
  }
  return code;
}
