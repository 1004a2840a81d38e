/// Sums of ints saturate in the vectorized path and wrap around in the other one.
/// Stands for: results that MPI leaves undefined, but that change with the alignment of a buffer.
/// Ranks: 4
/// Kills: data/portability
#include <cstdint>
#include <limits>

#include "mutants/mutant.hpp"

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  const bool aligned = reinterpret_cast<std::uintptr_t>(receive) % 16 == 0;
  const bool ints = (type == MPI_INT || type == MPI_INT32_T) && op == MPI_SUM;
  if (!aligned || !ints) return PMPI_Allreduce(send, receive, count, type, op, comm);
  const auto bytes = mutant::pack(send == MPI_IN_PLACE ? receive : send, count, type);
  std::vector<std::int64_t> sums(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    std::int32_t value = 0;
    std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
    sums[i] = value;
  }
  using Limits = std::numeric_limits<std::int32_t>;
  const int code = PMPI_Allreduce(MPI_IN_PLACE, sums.data(), count, MPI_INT64_T, MPI_SUM, comm);
  for (int i = 0; i < count; ++i) {
    const auto sum =
        static_cast<std::int32_t>(std::clamp<std::int64_t>(sums[i], Limits::min(), Limits::max()));
    std::memcpy(mutant::at(receive, i * MPI_Aint{sizeof sum}), &sum, sizeof sum);
  }
  return code;
}
