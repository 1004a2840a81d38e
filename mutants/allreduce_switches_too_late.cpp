/// The buffer of the short-message path holds 2048 bytes; the next larger message still uses it.
/// Stands for: a wrong comparison, < or <=, where an implementation switches its algorithm.
/// Ranks: 4
/// Killed by: count/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  const auto real = [&] { return PMPI_Allreduce(send, receive, count, type, op, comm); };
  const int bytes = count * mutant::size_of(type);
  if (bytes <= 2048 || bytes - mutant::size_of(type) > 2048) return real();
  return mutant::tamper(receive, count, type, real, [](const auto& before, auto& after) {
    std::copy(before.begin() + 2048, before.end(), after.begin() + 2048);
  });
}
