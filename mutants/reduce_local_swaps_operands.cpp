/// The buffer that receives the result is the left operand instead of the right one.
/// Stands for: an MPI_Op applied to its operands in the wrong order.
/// Ranks: 2
/// Killed by: op/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Reduce_local(const void* in, void* inout, int count, MPI_Datatype type,
                                MPI_Op op) {
  mutant::Scratch right(count, type);
  mutant::unpack(mutant::pack(in, count, type), right.buffer(), count, type);
  const int code = PMPI_Reduce_local(inout, right.buffer(), count, type, op);
  mutant::unpack(mutant::pack(right.buffer(), count, type), inout, count, type);
  return code;
}
