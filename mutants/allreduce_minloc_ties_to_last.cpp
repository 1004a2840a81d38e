/// MINLOC takes the last of equal values instead of the lowest index.
/// Stands for: a < where MPI demands a rule for ties.
/// Ranks: 4
/// Kills: op/result
#include "mutants/mutant.hpp"

namespace {

struct IntInt {
  int value, index;
};

void keep_last(void* in, void* in_out, int* count, MPI_Datatype*) {
  for (int i = 0; i < *count; ++i) {
    const auto& left = static_cast<const IntInt*>(in)[i];
    auto& right = static_cast<IntInt*>(in_out)[i];
    if (left.value < right.value || (left.value == right.value && left.index > right.index))
      right = left;
  }
}

}  // namespace

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  if (op != MPI_MINLOC || type != MPI_2INT)
    return PMPI_Allreduce(send, receive, count, type, op, comm);
  MPI_Op wrong = MPI_OP_NULL;
  PMPI_Op_create(keep_last, 1, &wrong);
  const int code = PMPI_Allreduce(send, receive, count, type, wrong, comm);
  PMPI_Op_free(&wrong);
  return code;
}
