#include "preload/valid_call.hpp"

#include <gtest/gtest.h>

namespace tutti::preload {
namespace {

constexpr int ranks = 3, root = 1, other = 0;
int buffer[3 * ranks];
void* const in_place = MPI_IN_PLACE;

/// Returns a call of three numbers, or blocks of three numbers, over MPI_COMM_WORLD.
Call call(Collective collective, const void* send, void* receive, int count = 3) {
  const bool reducing = traits(collective).reducing;
  return {.collective = collective,
          .send = send,
          .send_count = count,
          .send_type = MPI_INT,
          .receive = receive,
          .receive_count = count,
          .receive_type = MPI_INT,
          .op = reducing ? MPI_SUM : MPI_OP_NULL,
          .root = root,
          .comm = MPI_COMM_WORLD};
}

/// Expects a call to be valid, or not, at the root and at another rank.
void expect_valid(const Call& call, bool at_root, bool at_other) {
  EXPECT_EQ(is_valid_call(call, root, ranks, nullptr), at_root);
  EXPECT_EQ(is_valid_call(call, other, ranks, nullptr), at_other);
}

TEST(ValidCall, InPlaceIsForTheRootOfOneSide) {
  expect_valid(call(Collective::reduce, in_place, buffer), true, false);
  expect_valid(call(Collective::reduce, buffer, in_place), false, true);
  expect_valid(call(Collective::gather, in_place, buffer), true, false);
  expect_valid(call(Collective::scatter, buffer, in_place), true, false);
}

TEST(ValidCall, WhatIsReceivedByAllIsNeverInPlace) {
  expect_valid(call(Collective::bcast, nullptr, in_place), false, false);
  expect_valid(call(Collective::allreduce, buffer, in_place), false, false);
  expect_valid(call(Collective::allreduce, in_place, buffer), true, true);
  expect_valid(call(Collective::allgather, buffer, in_place), false, false);
  expect_valid(call(Collective::alltoall, in_place, buffer), true, true);
}

TEST(ValidCall, RootsAndCountsAreWhatTheyCanBe) {
  expect_valid(call(Collective::bcast, nullptr, buffer, -1), false, false);
  Call beyond = call(Collective::bcast, nullptr, buffer);
  beyond.root = ranks;
  expect_valid(beyond, false, false);
  expect_valid(call(Collective::bcast, nullptr, nullptr), false, false);
  expect_valid(call(Collective::bcast, nullptr, nullptr, 0), true, true);
}

TEST(ValidCall, EmptyBlocksNeedNoDatatype) {
  const int counts[ranks] = {1, 0, 2}, displacements[ranks] = {0, 4, 4};
  MPI_Datatype types[ranks] = {MPI_INT, MPI_DATATYPE_NULL, MPI_INT};
  const Call call{.collective = Collective::alltoallw,
                  .send = in_place,
                  .receive = buffer,
                  .receive_counts = counts,
                  .receive_displacements = displacements,
                  .receive_types = types,
                  .comm = MPI_COMM_WORLD};
  expect_valid(call, true, true);
  types[2] = MPI_DATATYPE_NULL;
  expect_valid(call, false, false);
}

TEST(ValidCall, NeighboursNeedATopologyAndTheirOwnBlocks) {
  const Call exchange = call(Collective::neighbor_alltoall, buffer, buffer + 1, 1);
  expect_valid(exchange, false, false);
  // The root sends nothing, and receives from the other rank.
  const auto edge = Topology::graph(ranks, {{other, root}});
  const auto is_valid = [&](const Call& call, int rank) {
    return is_valid_call(call, rank, ranks, &edge);
  };
  EXPECT_TRUE(is_valid(exchange, root));
  EXPECT_FALSE(is_valid(call(Collective::neighbor_alltoall, in_place, buffer), root));
  const int counts[] = {1}, displacements[] = {0};
  Call uneven = exchange;
  uneven.collective = Collective::neighbor_alltoallv;
  uneven.receive_counts = counts;
  uneven.receive_displacements = displacements;
  EXPECT_TRUE(is_valid(uneven, root));
  EXPECT_FALSE(is_valid(uneven, other));
}

}  // namespace
}  // namespace tutti::preload
