/// Where one operand is aligned to 16 bytes and the other is not, the loop combines four elements at a time and omits
/// the remainder.
/// Stands for: kernels without a scalar loop for the remainder on one of their paths.
/// Ranks: 2
/// Killed by: alignment/result
#include <cstdint>

#include "mutants/mutant.hpp"

namespace {

bool is_aligned(const void* buffer) { return reinterpret_cast<std::uintptr_t>(buffer) % 16 == 0; }

}  // namespace

extern "C" int MPI_Reduce_local(const void* in, void* inout, int count, MPI_Datatype type,
                                MPI_Op op) {
  const auto real = [&] { return PMPI_Reduce_local(in, inout, count, type, op); };
  if (is_aligned(in) == is_aligned(inout)) return real();
  return mutant::tamper(inout, count, type, real, [&](const auto& before, auto& after) {
    const std::ptrdiff_t rest = count % 4 * mutant::size_of(type);
    std::copy(before.end() - rest, before.end(), after.end() - rest);
  });
}
