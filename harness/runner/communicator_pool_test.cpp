// Run on 4 ranks of one host.
#include "harness/runner/communicator_pool.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <numeric>
#include <stdexcept>
#include <vector>

#include "harness/case/enum_names.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/validate.hpp"
#include "harness/runner/communicator_functions.hpp"

namespace {

enum class SplitType { right, ignores_key, puts_each_rank_alone };
SplitType split_type = SplitType::right;

}  // namespace

// Stands before that of the library.
extern "C" int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info,
                                   MPI_Comm* made) {
  if (split_type == SplitType::puts_each_rank_alone) return PMPI_Comm_dup(MPI_COMM_SELF, made);
  const int used = split_type == SplitType::ignores_key ? 0 : key;
  return PMPI_Comm_split_type(comm, type, used, info, made);
}

namespace tutti {
namespace {

constexpr int all_ranks = 4;

Case case_on(Group group, MadeBy made_by) {
  Case test;
  test.ranks = all_ranks;
  test.group = group;
  test.made_by = made_by;
  return test;
}

int world_rank() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

/// Returns the ranks of MPI_COMM_WORLD in the communicator.
std::vector<int> world_ranks_in(MPI_Comm comm) {
  MPI_Group group = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
  PMPI_Comm_group(comm, &group);
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  const ProcessGroup owned_group(group), owned_world(world);
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size)), world_ranks(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  PMPI_Group_translate_ranks(group, size, ranks.data(), world, world_ranks.data());
  return world_ranks;
}

TEST(Communicators, HaveTheRanksOfTheGroupWhateverMadeThem) {
  Communicators communicators;
  for (const auto& group : enum_names<Group>)
    for (const auto& function : enum_names<MadeBy>) {
      const int smallest = group.value == Group::halves ? all_ranks / 2 : all_ranks;
      if (is_intercommunicator(group.value)) continue;
      if (!can_make(function.value, group.value, smallest)) continue;
      const Case test = case_on(group.value, function.value);
      const MPI_Comm comm = communicators.get(test, 0);
      if (!library_has(function.value)) {
        EXPECT_EQ(comm, MPI_COMM_NULL);
        continue;
      }
      ASSERT_NE(comm, MPI_COMM_NULL) << group.name << ' ' << function.name;
      EXPECT_EQ(world_ranks_in(comm), members(group.value, all_ranks, world_rank()))
          << group.name << ' ' << function.name;
      EXPECT_EQ(communicators.get(test, 0), comm) << "the second time";
    }
}

TEST(Communicators, AreRefusedByAllRanksIfTheirOrderIsWrong) {
  split_type = SplitType::ignores_key;
  Communicators communicators;
  EXPECT_THROW(communicators.get(case_on(Group::world, MadeBy::split_type), 0), std::runtime_error);
  split_type = SplitType::right;
}

TEST(Communicators, AreNoneIfTheLibraryDoesNotTakeTheRanksForThoseOfOneHost) {
  split_type = SplitType::puts_each_rank_alone;
  Communicators communicators;
  EXPECT_EQ(communicators.get(case_on(Group::world, MadeBy::split_type), 0), MPI_COMM_NULL);
  split_type = SplitType::right;
}

}  // namespace
}  // namespace tutti
