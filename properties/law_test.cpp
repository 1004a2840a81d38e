// Breaks each law: with one of its collectives wrong, a law must be broken at some rank, else it
// proves nothing.
#include "properties/law.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include "contract/mpi_handle.hpp"
#include "reference/reference.hpp"

namespace tutti {
namespace {

int rank_of(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

int size_of(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

/// Returns whether the collective gives this rank a result.
bool receives(const Call& call) {
  const int rank = rank_of(call.comm);
  if (call.collective == Collective::bcast) return rank != call.root;
  return traits(call.collective).output.is_held_by(rank, call.root);
}

/// Returns collectives on the communicator: the reference, with one of them wrong in the first
/// value of each result.
CollectiveCalls calls_on(MPI_Comm comm, std::optional<Collective> wrong) {
  constexpr int count = 5, root = 1;
  constexpr std::uint64_t seed = 3;
  const auto run = [comm, wrong](Call call) {
    call.comm = comm;
    const int code = run_reference(call);
    if (call.collective == wrong && receives(call)) ++*static_cast<std::uint32_t*>(call.receive);
    return code;
  };
  return {rank_of(comm), size_of(comm), count, root, seed, run};
}

/// Returns whether the law is broken at some rank if a collective is wrong, or none.
bool is_broken(const Law& law, std::optional<Collective> wrong) {
  MPI_Comm opposite = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank_of(MPI_COMM_WORLD), &opposite);
  const Communicator reversed(opposite);
  CollectiveCalls forward = calls_on(MPI_COMM_WORLD, wrong);
  CollectiveCalls backward = calls_on(reversed.get(), std::nullopt);
  int broken = law.check(forward, backward) ? 1 : 0;
  EXPECT_EQ(forward.error(), MPI_SUCCESS);
  EXPECT_EQ(backward.error(), MPI_SUCCESS);
  MPI_Allreduce(MPI_IN_PLACE, &broken, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return broken != 0;
}

TEST(Law, HoldsForTheReference) {
  for (const auto& law : laws()) EXPECT_FALSE(is_broken(*law.law, std::nullopt)) << law.name;
}

TEST(Law, IsBrokenByEachOfItsCollectives) {
  ASSERT_FALSE(laws().empty());
  for (const auto& law : laws())
    for (const Collective wrong : law.law->collectives)
      EXPECT_TRUE(is_broken(*law.law, wrong)) << law.name << " with a wrong " << name(wrong);
}

}  // namespace
}  // namespace tutti
