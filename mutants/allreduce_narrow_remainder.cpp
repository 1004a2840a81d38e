/// The vectorized loop for one-byte elements processes four at a time and omits the remainder.
/// Stands for: kernels for narrow types without a scalar loop for the remainder.
/// Ranks: 4
/// Killed by: element/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  const auto own = mutant::pack(send == MPI_IN_PLACE ? receive : send, count, type);
  const auto real = [&] { return PMPI_Allreduce(send, receive, count, type, op, comm); };
  if (mutant::size_of(type) != 1) return real();
  return mutant::tamper(receive, count, type, real, [&](const auto&, auto& after) {
    const std::ptrdiff_t rest = count % 4;
    std::copy(own.end() - rest, own.end(), after.end() - rest);
  });
}
