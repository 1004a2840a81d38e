/// Reductions are computed by a unit that takes subnormal numbers for zero.
/// Stands for: pmodels/mpich 1076, where the compiler was told to compute fast.
/// Ranks: 4
/// Killed by: data/result
#include <cmath>

#include "mutants/mutant.hpp"

template <typename Float>
static void flush(void* receive, int count) {
  for (int i = 0; i < count; ++i) {
    Float value = 0;
    std::memcpy(&value, mutant::at(receive, i * MPI_Aint{sizeof value}), sizeof value);
    if (std::fpclassify(value) == FP_SUBNORMAL) value = 0;
    std::memcpy(mutant::at(receive, i * MPI_Aint{sizeof value}), &value, sizeof value);
  }
}

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  const int code = PMPI_Allreduce(send, receive, count, type, op, comm);
  if (type == MPI_FLOAT) flush<float>(receive, count);
  if (type == MPI_DOUBLE) flush<double>(receive, count);
  return code;
}
