#include "harness/runner/made_beside.hpp"

#include <fmt/format.h>

#include "harness/case/neighbours.hpp"
#include "harness/runner/communicator_functions.hpp"

namespace tutti {
namespace {

Communicator make(Group group, MPI_Comm comm, int number) {
  if (group == Group::graph) return ring_graph(comm);
  if (has_topology(group)) return on_grid(group, comm);
  if (number % 3 == 1) return split_off(comm, rank_in(comm));
  return number % 3 == 2 ? duplicate_without_blocking(comm) : duplicate(comm);
}

/// Returns whether one edge leads to the rank, and one from it.
bool is_in_a_ring(MPI_Comm graph) {
  int sources = 0, destinations = 0, weighted = 0;
  PMPI_Dist_graph_neighbors_count(graph, &sources, &destinations, &weighted);
  return sources == 1 && destinations == 1;
}

std::optional<std::string> wrong_in(Group group, MPI_Comm made, MPI_Comm parent) {
  if (made == MPI_COMM_NULL) return "is none";
  if (rank_in(made) != rank_in(parent) || ranks_of(made) != ranks_of(parent))
    return fmt::format("has rank {} of {}, expected {} of {}", rank_in(made), ranks_of(made),
                       rank_in(parent), ranks_of(parent));
  if (group == Group::graph && !is_in_a_ring(made)) return "has other edges than it was given";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> make_beside(Group group, MPI_Comm comm, int number) {
  const Communicator made = make(group, comm, number);
  const auto wrong = wrong_in(group, made.get(), comm);
  if (!wrong) return std::nullopt;
  return fmt::format("communicator {} that was made beside the calls {}", number + 1, *wrong);
}

}  // namespace tutti
