/// A loop from the lower bound up to the stride unpacks nothing if the stride is negative.
/// Stands for: datatype engines that assume positive strides.
/// Ranks: 4
/// Killed by: layout/result
#include "mutants/mutant.hpp"

/// Returns whether the first byte of the message is at a higher address than the last one.
static bool goes_down(MPI_Datatype type) {
  mutant::Scratch scratch(1, type);
  mutant::Bytes marked(static_cast<std::size_t>(mutant::size_of(type)));
  if (marked.size() < 2) return false;
  marked.front() = 1;
  marked.back() = 2;
  mutant::unpack(marked, scratch.buffer(), 1, type);
  const char* end = scratch.memory() + scratch.span().bytes;
  return std::find(scratch.memory(), end, 1) > std::find(scratch.memory(), end, 2);
}

extern "C" int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type,
                             void* receive, int count, MPI_Datatype type, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Allgather(send, send_count, send_type, receive, count, type, comm);
  const auto real = [&] {
    return PMPI_Allgather(send, send_count, send_type, receive, count, type, comm);
  };
  if (!goes_down(type)) return real();
  return mutant::tamper(receive, count * mutant::ranks_of(comm), type, real,
                        [](const auto& before, auto& after) { after = before; });
}
