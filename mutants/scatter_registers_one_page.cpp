/// Only the page of the first byte is registered; data beyond that page never arrive.
/// Stands for: registration or pinning that omits the last, partly used page of a buffer.
/// Ranks: 4
/// Killed by: alignment/result
#include <cstdint>

#include "mutants/mutant.hpp"

extern "C" int MPI_Scatter(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                           int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Scatter(send, send_count, send_type, receive, count, type, root, comm);
  const auto real = [&] {
    return PMPI_Scatter(send, send_count, send_type, receive, count, type, root, comm);
  };
  const auto bytes = static_cast<std::size_t>(count) * mutant::size_of(type);
  const auto left = 4096 - reinterpret_cast<std::uintptr_t>(receive) % 4096;
  if (receive == MPI_IN_PLACE || left >= bytes || bytes >= 4096) return real();
  return mutant::tamper(receive, count, type, real, [&](const auto& before, auto& after) {
    const auto arrived = static_cast<std::ptrdiff_t>(left);
    std::copy(before.begin() + arrived, before.end(), after.begin() + arrived);
  });
}
