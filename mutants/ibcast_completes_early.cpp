/// The request is complete immediately, even if the message has not arrived.
/// Stands for: completion that is reported for the sending side only.
/// Ranks: 4
/// Killed by: mode/result
#include <list>

#include "mutants/mutant.hpp"

namespace {

struct Outstanding {
  mutant::Scratch scratch;
  MPI_Request request = MPI_REQUEST_NULL;

  bool done() {
    int flag = 0;
    PMPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    return flag != 0;
  }
};

}  // namespace

extern "C" int MPI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                          MPI_Request* request) {
  if (mutant::between_groups(comm)) return PMPI_Ibcast(buffer, count, type, root, comm, request);
  static std::list<Outstanding> outstanding;
  outstanding.remove_if([](Outstanding& operation) { return operation.done(); });
  if (mutant::rank_in(comm) == root) return PMPI_Ibcast(buffer, count, type, root, comm, request);
  auto& mine = outstanding.emplace_back(mutant::Scratch(count, type));
  PMPI_Ibcast(mine.scratch.buffer(), count, type, root, comm, &mine.request);
  if (mine.done())
    mutant::unpack(mutant::pack(mine.scratch.buffer(), count, type), buffer, count, type);
  return PMPI_Irecv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, request);
}
