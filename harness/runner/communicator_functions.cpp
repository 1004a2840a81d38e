#include "harness/runner/communicator_functions.hpp"

#include "harness/case/intercommunicator.hpp"
#include "harness/case/neighbours.hpp"

namespace tutti {

int ranks_of(MPI_Comm comm) {
  int ranks = 0;
  PMPI_Comm_size(comm, &ranks);
  return ranks;
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

namespace {

constexpr bool has_from_group = MPI_VERSION >= 4;

int own_rank(const ProcessGroup& group) {
  int rank = 0;
  PMPI_Group_rank(group.get(), &rank);
  return rank;
}

Communicator from_group([[maybe_unused]] const ProcessGroup& group) {
  MPI_Comm comm = MPI_COMM_NULL;
#if MPI_VERSION >= 4
  MPI_Comm_create_from_group(group.get(), "tutti", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
#endif
  return Communicator(comm);
}

/// Merges the lower and the upper half of the ranks.
Communicator merged(MPI_Comm original) {
  constexpr Group halves = Group::even_and_odd;  // in which the even ranks of a case come first
  const bool upper = local_group(halves, ranks_of(original), rank_in(original)).first > 0;
  const Communicator between = intercommunicator(original, halves);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Intercomm_merge(between.get(), upper, &comm);
  return Communicator(comm);
}

Communicator on_graph(MPI_Comm original) {
  const int rank = rank_in(original), ranks = ranks_of(original);
  std::vector<int> sources;
  for (const auto& source : sources_of(Group::graph, ranks, rank)) sources.push_back(source.from);
  const auto destinations = destinations_of(Group::graph, ranks, rank);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Dist_graph_create_adjacent(original, static_cast<int>(sources.size()), sources.data(),
                                 MPI_UNWEIGHTED, static_cast<int>(destinations.size()),
                                 destinations.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
  return Communicator(comm);
}

}  // namespace

bool library_has(MadeBy function) { return function != MadeBy::from_group || has_from_group; }

ProcessGroup group_of(const std::vector<int>& world_ranks) {
  MPI_Group world = MPI_GROUP_NULL;
  MPI_Group chosen = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  const ProcessGroup owner(world);
  PMPI_Group_incl(world, static_cast<int>(world_ranks.size()), world_ranks.data(), &chosen);
  return ProcessGroup(chosen);
}

Communicator communicator_of(const ProcessGroup& group) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_create_group(MPI_COMM_WORLD, group.get(), 0, &comm);
  return Communicator(comm);
}

Communicator made_for(Group group, Communicator original) {
  if (group == Group::duplicate) return duplicate(original.get());
  if (group == Group::graph) return on_graph(original.get());
  if (is_intercommunicator(group)) return intercommunicator(original.get(), group);
  if (has_topology(group)) return on_grid(group, original.get());
  return original;
}

bool reorders(MadeBy function) {
  return function == MadeBy::create || function == MadeBy::split || function == MadeBy::split_type;
}

Communicator made_by(MadeBy function, MPI_Comm original, const ProcessGroup& wanted) {
  MPI_Comm comm = MPI_COMM_NULL;
  switch (function) {
    case MadeBy::usual:
      break;
    case MadeBy::dup:
      return duplicate(original);
    case MadeBy::idup:
      return duplicate_without_blocking(original);
    case MadeBy::create:
      MPI_Comm_create(original, wanted.get(), &comm);
      break;
    case MadeBy::split:
      return split_off(original, own_rank(wanted));
    case MadeBy::split_type:
      MPI_Comm_split_type(original, MPI_COMM_TYPE_SHARED, own_rank(wanted), MPI_INFO_NULL, &comm);
      break;
    case MadeBy::from_group:
      return from_group(wanted);
    case MadeBy::merged:
      return merged(original);
  }
  return Communicator(comm);
}

Communicator duplicate(MPI_Comm original) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(original, &comm);
  return Communicator(comm);
}

Communicator duplicate_without_blocking(MPI_Comm original) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Comm_idup(original, &comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return Communicator(comm);
}

Communicator split_off(MPI_Comm original, int rank) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_split(original, 0, rank, &comm);
  return Communicator(comm);
}

Communicator on_grid(Group group, MPI_Comm original) {
  const Grid grid = grid_of(group, ranks_of(original));
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Cart_create(original, static_cast<int>(grid.extents.size()), grid.extents.data(),
                  grid.periodic.data(), 0, &comm);
  return Communicator(comm);
}

Communicator ring_graph(MPI_Comm original) {
  const int rank = rank_in(original);
  const int next = (rank + 1) % ranks_of(original), degree = 1;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Dist_graph_create(original, 1, &rank, &degree, &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                        &comm);
  return Communicator(comm);
}

}  // namespace tutti
