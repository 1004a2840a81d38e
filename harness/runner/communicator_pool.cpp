#include "harness/runner/communicator_pool.hpp"

#include <algorithm>

#include "harness/case/case_communicators.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/neighbours.hpp"

namespace tutti {
namespace {

Communicator create(const std::vector<int>& world_ranks) {
  MPI_Group world = MPI_GROUP_NULL;
  MPI_Group chosen = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  const ProcessGroup world_group(world);
  PMPI_Group_incl(world, static_cast<int>(world_ranks.size()), world_ranks.data(), &chosen);
  const ProcessGroup chosen_group(chosen);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_create_group(MPI_COMM_WORLD, chosen, 0, &comm);
  return Communicator(comm);
}

Communicator duplicate(const Communicator& original) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(original.get(), &comm);
  return Communicator(comm);
}

Communicator on_grid(const Communicator& original, const Grid& grid) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Cart_create(original.get(), static_cast<int>(grid.extents.size()), grid.extents.data(),
                  grid.periodic.data(), 0, &comm);
  return Communicator(comm);
}

Communicator on_graph(const Communicator& original) {
  int rank = 0, ranks = 0;
  PMPI_Comm_rank(original.get(), &rank);
  PMPI_Comm_size(original.get(), &ranks);
  std::vector<int> sources;
  for (const auto& source : sources_of(Group::graph, ranks, rank)) sources.push_back(source.from);
  const auto destinations = destinations_of(Group::graph, ranks, rank);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Dist_graph_create_adjacent(original.get(), static_cast<int>(sources.size()), sources.data(),
                                 MPI_UNWEIGHTED, static_cast<int>(destinations.size()),
                                 destinations.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
  return Communicator(comm);
}

/// Returns a communicator of the same ranks as the group wants it.
Communicator made_for(Group group, Communicator original, int ranks) {
  if (group == Group::duplicate) return duplicate(original);
  if (group == Group::graph) return on_graph(original);
  if (is_intercommunicator(group)) return intercommunicator(original, group);
  if (has_topology(group)) return on_grid(original, grid_of(group, ranks));
  return original;
}

}  // namespace

std::vector<int> members(Group group, int ranks, int world_rank) {
  Case test;
  test.group = group;
  test.ranks = ranks;
  const Place own = place_of(test, world_rank);
  std::vector<int> members(static_cast<std::size_t>(own.ranks));
  for (int rank = 0; rank < ranks; ++rank)
    if (const Place place = place_of(test, rank); place.communicator == own.communicator)
      members[static_cast<std::size_t>(place.rank)] = rank;
  return members;
}

MPI_Comm Communicators::get(Group group, int ranks, int lane) {
  Communicator& kept = kept_[{group, ranks, lane}];
  if (!kept) {
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    kept = made_for(group, create(members(group, ranks, rank)), ranks);
    PMPI_Comm_set_errhandler(kept.get(), MPI_ERRORS_RETURN);
  }
  return kept.get();
}

}  // namespace tutti
