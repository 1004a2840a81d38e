/// Sums of doubles are computed in single precision.
/// Stands for: kernels and accelerators that reduce in a narrower type than that of the operands.
/// Ranks: 4
/// Killed by: data/rounding_bound
#include "mutants/mutant.hpp"

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  const int code = PMPI_Allreduce(send, receive, count, type, op, comm);
  if (type != MPI_DOUBLE || op != MPI_SUM) return code;
  for (int i = 0; i < count; ++i) {
    double sum = 0;
    std::memcpy(&sum, mutant::at(receive, i * MPI_Aint{sizeof sum}), sizeof sum);
    sum = static_cast<float>(sum);
    std::memcpy(mutant::at(receive, i * MPI_Aint{sizeof sum}), &sum, sizeof sum);
  }
  return code;
}
