#include "harness/runner/communicator_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "harness/case/case_communicators.hpp"
#include "harness/case/enum_names.hpp"
#include "harness/runner/communicator_functions.hpp"

namespace tutti {
namespace {

/// How a communicator compares with what was asked for, the worst first.
enum class Fit { other, on_several_hosts, as_wanted };

Fit fit_of(MadeBy function, const Communicator& made, const ProcessGroup& wanted) {
  if (!made) return Fit::other;
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(made.get(), &group);
  const ProcessGroup found(group);
  int order = MPI_UNEQUAL, size = 0, wanted_size = 0;
  PMPI_Group_compare(group, wanted.get(), &order);
  if (order == MPI_IDENT) return Fit::as_wanted;
  PMPI_Group_size(group, &size);
  PMPI_Group_size(wanted.get(), &wanted_size);
  const bool fewer = function == MadeBy::split_type && size < wanted_size;
  return fewer ? Fit::on_several_hosts : Fit::other;
}

/// Returns the worst that any rank sees. Collective.
Fit agreed(Fit own, const Communicator& all) {
  int worst = static_cast<int>(own);
  PMPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_INT, MPI_MIN, all.get());
  return static_cast<Fit>(worst);
}

/// Makes the communicator of a case by a function other than the usual one.
Communicator made_otherwise(const Case& test, std::vector<int> world_ranks) {
  const ProcessGroup wanted = group_of(world_ranks);
  if (reorders(test.made_by)) std::ranges::reverse(world_ranks);
  const Communicator original = made_for(test.group, communicator_of(group_of(world_ranks)));
  PMPI_Comm_set_errhandler(original.get(), MPI_ERRORS_RETURN);
  Communicator made = made_by(test.made_by, original.get(), wanted);
  switch (agreed(fit_of(test.made_by, made, wanted), original)) {
    case Fit::as_wanted:
      return made;
    case Fit::on_several_hosts:
      return Communicator();
    case Fit::other:
      break;
  }
  throw std::runtime_error(
      fmt::format("the communicator that {} made has not the ranks that it should have",
                  enum_name(test.made_by)));
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

CommunicatorKey communicator_key(const Case& test, int lane) {
  return {test.group, test.ranks, test.made_by, lane};
}

MPI_Comm Communicators::get(const Case& test, int lane) {
  const CommunicatorKey key = communicator_key(test, lane);
  if (const auto known = kept_.find(key); known != kept_.end()) return known->second.get();
  if (!library_has(test.made_by)) return MPI_COMM_NULL;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  auto world_ranks = members(test.group, test.ranks, rank);
  Communicator made = test.made_by == MadeBy::usual
                          ? made_for(test.group, communicator_of(group_of(world_ranks)))
                          : made_otherwise(test, std::move(world_ranks));
  if (made) PMPI_Comm_set_errhandler(made.get(), MPI_ERRORS_RETURN);
  return kept_.emplace(key, std::move(made)).first->second.get();
}

}  // namespace tutti
