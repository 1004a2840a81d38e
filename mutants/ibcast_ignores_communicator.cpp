/// A short message carries the number of its operation, but not the communicator, so that two
/// operations with the same number on two communicators may take each other's messages.
/// Stands for: state that communicators share and that overlapping operations mix up.
/// Ranks: 4
/// Killed by: mode/result
#include <list>

#include "mutants/mutant.hpp"

namespace {

struct Sending {
  mutant::Bytes message;
  MPI_Request request = MPI_REQUEST_NULL;

  bool done() {
    int flag = 0;
    PMPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    return flag != 0;
  }
};

int world_rank(int rank, MPI_Comm comm) {
  MPI_Group world = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Comm_group(comm, &group);
  int translated = 0;
  PMPI_Group_translate_ranks(group, 1, &rank, world, &translated);
  PMPI_Group_free(&world);
  PMPI_Group_free(&group);
  return translated;
}

}  // namespace

extern "C" int MPI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                          MPI_Request* request) {
  if (mutant::between_groups(comm)) return PMPI_Ibcast(buffer, count, type, root, comm, request);
  if (count * mutant::size_of(type) > 4096)
    return PMPI_Ibcast(buffer, count, type, root, comm, request);
  const int tag = 1000 + mutant::kept_with<int>(comm)++ % 1000;
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (mutant::rank_in(comm) != root)
    return PMPI_Irecv(buffer, count, type, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, request);
  static std::list<Sending> under_way;
  under_way.remove_if([](Sending& sending) { return sending.done(); });
  for (int rank = 0; rank < mutant::ranks_of(comm); ++rank) {
    if (rank == root) continue;
    auto& mine = under_way.emplace_back(mutant::pack(buffer, count, type));
    PMPI_Isend(mine.message.data(), static_cast<int>(mine.message.size()), MPI_BYTE,
               world_rank(rank, comm), tag, MPI_COMM_WORLD, &mine.request);
  }
  return PMPI_Irecv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, request);
}
