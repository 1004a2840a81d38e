/// Sums of doubles are computed by a unit that takes subnormal numbers for zero.
/// Stands for: pmodels/mpich 1076, where the compiler was told to compute fast.
/// Ranks: 4
/// Killed by: data/result
#include <cmath>

#include "mutants/mutant.hpp"

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  const int code = PMPI_Allreduce(send, receive, count, type, op, comm);
  if (type != MPI_DOUBLE || op != MPI_SUM) return code;
  for (int i = 0; i < count; ++i) {
    double sum = 0;
    std::memcpy(&sum, mutant::at(receive, i * MPI_Aint{sizeof sum}), sizeof sum);
    if (std::fpclassify(sum) == FP_SUBNORMAL) sum = 0;
    std::memcpy(mutant::at(receive, i * MPI_Aint{sizeof sum}), &sum, sizeof sum);
  }
  return code;
}
