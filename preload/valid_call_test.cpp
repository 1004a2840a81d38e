#include "preload/valid_call.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "preload/calls.hpp"

namespace tutti::preload {
namespace {

constexpr int ranks = 3, root = 1, other = 0;
int buffer[3 * ranks];
void* const in_place = MPI_IN_PLACE;

/// By the root, and by another rank.
void expect_sound(const Call& call, bool at_root, bool at_other) {
  EXPECT_EQ(is_valid_call(call, root, ranks), at_root);
  EXPECT_EQ(is_valid_call(call, other, ranks), at_other);
}

TEST(SoundCall, InPlaceIsForTheRootOfOneSide) {
  const auto comm = MPI_COMM_WORLD;
  expect_sound(reduce_call(in_place, buffer, 3, MPI_INT, MPI_SUM, root, comm), true, false);
  expect_sound(reduce_call(buffer, in_place, 3, MPI_INT, MPI_SUM, root, comm), false, true);
  expect_sound(gather_call(in_place, 3, MPI_INT, buffer, 3, MPI_INT, root, comm), true, false);
  expect_sound(scatter_call(buffer, 3, MPI_INT, in_place, 3, MPI_INT, root, comm), true, false);
}

TEST(SoundCall, WhatIsReceivedByAllIsNeverInPlace) {
  const auto comm = MPI_COMM_WORLD;
  expect_sound(bcast_call(in_place, 3, MPI_INT, root, comm), false, false);
  expect_sound(allreduce_call(buffer, in_place, 3, MPI_INT, MPI_SUM, comm), false, false);
  expect_sound(allreduce_call(in_place, buffer, 3, MPI_INT, MPI_SUM, comm), true, true);
  expect_sound(allgather_call(buffer, 3, MPI_INT, in_place, 3, MPI_INT, comm), false, false);
  expect_sound(alltoall_call(in_place, 3, MPI_INT, buffer, 3, MPI_INT, comm), true, true);
}

TEST(SoundCall, RootsAndCountsAreWhatTheyCanBe) {
  const auto comm = MPI_COMM_WORLD;
  expect_sound(bcast_call(buffer, -1, MPI_INT, root, comm), false, false);
  expect_sound(bcast_call(buffer, 3, MPI_INT, ranks, comm), false, false);
  expect_sound(bcast_call(nullptr, 3, MPI_INT, root, comm), false, false);
  expect_sound(bcast_call(nullptr, 0, MPI_INT, root, comm), true, true);
}

}  // namespace
}  // namespace tutti::preload
