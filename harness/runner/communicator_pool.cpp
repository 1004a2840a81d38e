#include "harness/runner/communicator_pool.hpp"

#include <algorithm>

#include "contract/torus.hpp"
#include "harness/case/case_communicators.hpp"

namespace tutti {
namespace {

MPI_Comm create(const std::vector<int>& world_ranks) {
  MPI_Group world = MPI_GROUP_NULL;
  MPI_Group chosen = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  const ProcessGroup world_group(world);
  PMPI_Group_incl(world, static_cast<int>(world_ranks.size()), world_ranks.data(), &chosen);
  const ProcessGroup chosen_group(chosen);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_create_group(MPI_COMM_WORLD, chosen, 0, &comm);
  return comm;
}

MPI_Comm duplicate(Communicator original) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(original.get(), &comm);
  return comm;
}

MPI_Comm on_grid(Communicator original) {
  int ranks = 0;
  PMPI_Comm_size(original.get(), &ranks);
  auto extents = even_extents(ranks, 2);
  std::ranges::reverse(extents);
  const std::vector<int> periodic(extents.size(), 1);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Cart_create(original.get(), static_cast<int>(extents.size()), extents.data(), periodic.data(),
                  0, &comm);
  return comm;
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
    MPI_Comm comm = create(members(group, ranks, rank));
    if (group == Group::duplicate) comm = duplicate(Communicator(comm));
    if (group == Group::grid) comm = on_grid(Communicator(comm));
    PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    kept = Communicator(comm);
  }
  return kept.get();
}

}  // namespace tutti
