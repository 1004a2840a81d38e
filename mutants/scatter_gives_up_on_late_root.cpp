/// A rank that polls for a while without success returns without its block.
/// Stands for: bounded spinning with a wrong exit, which happens only if the root is late.
/// Ranks: 4
/// Killed by: arrival/result
#include "mutants/lateness.hpp"
#include "mutants/mutant.hpp"

extern "C" int MPI_Scatter(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                           int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (mutant::between_groups(comm))
    return PMPI_Scatter(send, send_count, send_type, receive, count, type, root, comm);
  const double entered = mutant::now_us();
  double roots_entry = entered;
  PMPI_Bcast(&roots_entry, 1, MPI_DOUBLE, root, comm);
  const auto real = [&] {
    return PMPI_Scatter(send, send_count, send_type, receive, count, type, root, comm);
  };
  if (roots_entry - entered <= mutant::very_late_us) return real();
  return mutant::tamper(receive, count, type, real,
                        [](const auto& before, auto& after) { after = before; });
}
