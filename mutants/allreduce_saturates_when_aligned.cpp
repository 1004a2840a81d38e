/// Sums of ints saturate in the vectorized path and wrap around in the other one.
/// Stands for: results that MPI leaves undefined, but that depend on the alignment of a buffer.
/// Ranks: 4
/// Killed by: data/portability
#include <cstdint>
#include <limits>

#include "mutants/mutant.hpp"

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  if (mutant::between_groups(comm)) return PMPI_Allreduce(send, receive, count, type, op, comm);
  const bool ints = (type == MPI_INT || type == MPI_INT32_T) && op == MPI_SUM;
  if (!ints) return PMPI_Allreduce(send, receive, count, type, op, comm);
  std::vector<std::int32_t> values(static_cast<std::size_t>(count));
  if (count > 0) std::memcpy(values.data(), send == MPI_IN_PLACE ? receive : send, 4UL * count);
  std::vector<std::int64_t> sums(values.begin(), values.end());
  PMPI_Allreduce(MPI_IN_PLACE, sums.data(), count, MPI_INT64_T, MPI_SUM, comm);
  const int code = PMPI_Allreduce(send, receive, count, type, op, comm);
  if (reinterpret_cast<std::uintptr_t>(receive) % 16 != 0) return code;
  using Limits = std::numeric_limits<std::int32_t>;
  for (int i = 0; i < count; ++i)
    values[i] =
        static_cast<std::int32_t>(std::clamp<std::int64_t>(sums[i], Limits::min(), Limits::max()));
  if (count > 0) std::memcpy(receive, values.data(), 4UL * count);
  return code;
}
