#include "preload/valid_call.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "preload/call_arguments.hpp"

namespace tutti::preload {
namespace {

constexpr int ranks = 3, root = 1, other = 0;
int buffer[3 * ranks];
void* const in_place = MPI_IN_PLACE;

/// Expects a call to be valid, or not, at the root and at another rank.
void expect_valid(const Call& call, bool at_root, bool at_other) {
  EXPECT_EQ(is_valid_call(call, root, ranks), at_root);
  EXPECT_EQ(is_valid_call(call, other, ranks), at_other);
}

TEST(ValidCall, InPlaceIsForTheRootOfOneSide) {
  const auto comm = MPI_COMM_WORLD;
  expect_valid(reduce_call(in_place, buffer, 3, MPI_INT, MPI_SUM, root, comm), true, false);
  expect_valid(reduce_call(buffer, in_place, 3, MPI_INT, MPI_SUM, root, comm), false, true);
  expect_valid(gather_call(in_place, 3, MPI_INT, buffer, 3, MPI_INT, root, comm), true, false);
  expect_valid(scatter_call(buffer, 3, MPI_INT, in_place, 3, MPI_INT, root, comm), true, false);
}

TEST(ValidCall, WhatIsReceivedByAllIsNeverInPlace) {
  const auto comm = MPI_COMM_WORLD;
  expect_valid(bcast_call(in_place, 3, MPI_INT, root, comm), false, false);
  expect_valid(allreduce_call(buffer, in_place, 3, MPI_INT, MPI_SUM, comm), false, false);
  expect_valid(allreduce_call(in_place, buffer, 3, MPI_INT, MPI_SUM, comm), true, true);
  expect_valid(allgather_call(buffer, 3, MPI_INT, in_place, 3, MPI_INT, comm), false, false);
  expect_valid(alltoall_call(in_place, 3, MPI_INT, buffer, 3, MPI_INT, comm), true, true);
}

TEST(ValidCall, RootsAndCountsAreWhatTheyCanBe) {
  const auto comm = MPI_COMM_WORLD;
  expect_valid(bcast_call(buffer, -1, MPI_INT, root, comm), false, false);
  expect_valid(bcast_call(buffer, 3, MPI_INT, ranks, comm), false, false);
  expect_valid(bcast_call(nullptr, 3, MPI_INT, root, comm), false, false);
  expect_valid(bcast_call(nullptr, 0, MPI_INT, root, comm), true, true);
}

}  // namespace
}  // namespace tutti::preload
