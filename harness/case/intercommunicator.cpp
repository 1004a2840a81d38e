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

RankRange remote_group(Group group, int ranks, int rank) {
  if (!is_intercommunicator(group)) return {0, ranks};
  const RankRange local = local_group(group, ranks, rank);
  return local.first == 0 ? RankRange{local.end, ranks} : RankRange{0, local.first};
}

}  // namespace tutti
