/// A user-defined operation on integers is mistaken for MPI_SUM.
/// Stands for: fast paths that check the datatype, but not the operation.
/// Ranks: 4
/// Killed by: op/result
#include "mutants/mutant.hpp"

static bool is_user_defined(MPI_Op op) {
  for (const MPI_Op builtin : {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN, MPI_LAND, MPI_BAND, MPI_LOR,
                               MPI_BOR, MPI_LXOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC})
    if (op == builtin) return false;
  return true;
}

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  const bool integers = type == MPI_INT || type == MPI_INT32_T || type == MPI_UNSIGNED ||
                        type == MPI_UINT32_T || type == MPI_INT64_T || type == MPI_UINT64_T;
  return PMPI_Allreduce(send, receive, count, type, integers && is_user_defined(op) ? MPI_SUM : op,
                        comm);
}
