#include "harness/case/intercommunicator.hpp"

namespace tutti {
namespace {

int ranks_of_first_group(Group group, int ranks) {
  return group == Group::one_and_rest ? 1 : (ranks + 1) / 2;
}

}  // namespace

bool is_intercommunicator(Group group) {
  return group == Group::one_and_rest || group == Group::even_and_odd;
}

RankRange local_group(Group group, int ranks, int rank) {
  if (!is_intercommunicator(group)) return {0, ranks};
  const int border = ranks_of_first_group(group, ranks);
  return rank < border ? RankRange{0, border} : RankRange{border, ranks};
}

int local_rank(Group group, int ranks, int rank) {
  return rank - local_group(group, ranks, rank).first;
}

RankRange remote_group(Group group, int ranks, int rank) {
  if (!is_intercommunicator(group)) return {0, ranks};
  const RankRange local = local_group(group, ranks, rank);
  return local.first == 0 ? RankRange{local.end, ranks} : RankRange{0, local.first};
}

Communicator intercommunicator(MPI_Comm all, Group group) {
  int rank = 0, ranks = 0;
  PMPI_Comm_rank(all, &rank);
  PMPI_Comm_size(all, &ranks);
  MPI_Comm local = MPI_COMM_NULL;
  PMPI_Comm_split(all, local_group(group, ranks, rank).first, rank, &local);
  const Communicator own_group(local);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Intercomm_create(local, 0, all, remote_group(group, ranks, rank).first, 0, &comm);
  return Communicator(comm);
}

}  // namespace tutti
