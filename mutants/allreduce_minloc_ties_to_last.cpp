/// MPI_MINLOC returns the last of equal values instead of the one with the lowest index.
/// Stands for: a comparison by < alone where MPI specifies a rule for ties.
/// Ranks: 4
/// Killed by: op/result
#include "mutants/mutant.hpp"

namespace {

template <typename Value>
void keep_last(void* in, void* in_out, int* count, MPI_Datatype*) {
  struct Pair {
    Value value;
    int index;
  };
  for (int i = 0; i < *count; ++i) {
    const auto& left = static_cast<const Pair*>(in)[i];
    auto& right = static_cast<Pair*>(in_out)[i];
    if (left.value < right.value || (left.value == right.value && left.index > right.index))
      right = left;
  }
}

MPI_User_function* kernel_for(MPI_Datatype type) {
  if (type == MPI_SHORT_INT) return keep_last<short>;
  if (type == MPI_2INT) return keep_last<int>;
  if (type == MPI_LONG_INT) return keep_last<long>;
  if (type == MPI_FLOAT_INT) return keep_last<float>;
  if (type == MPI_DOUBLE_INT) return keep_last<double>;
  return nullptr;
}

}  // namespace

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  auto* const kernel = op == MPI_MINLOC ? kernel_for(type) : nullptr;
  if (kernel == nullptr) return PMPI_Allreduce(send, receive, count, type, op, comm);
  MPI_Op wrong = MPI_OP_NULL;
  PMPI_Op_create(kernel, 1, &wrong);
  const int code = PMPI_Allreduce(send, receive, count, type, wrong, comm);
  PMPI_Op_free(&wrong);
  return code;
}
