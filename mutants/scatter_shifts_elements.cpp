/// Each block begins one element too late and ends with its first element.
/// Stands for: wrong offsets inside a message, which tests with constant blocks miss.
/// Ranks: 4
/// Killed by: data/result
#include "mutants/mutant.hpp"

extern "C" int MPI_Scatter(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                           int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Scatter(send, send_count, send_type, receive, count, type, root, comm);
  const auto real = [&] {
    return PMPI_Scatter(send, send_count, send_type, receive, count, type, root, comm);
  };
  if (receive == MPI_IN_PLACE || count == 0) return real();
  return mutant::tamper(receive, count, type, real, [&](const auto&, auto& after) {
    std::rotate(after.begin(), after.begin() + mutant::size_of(type), after.end());
  });
}
