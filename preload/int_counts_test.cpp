#include "preload/int_counts.hpp"

#include <gtest/gtest.h>

#include "preload/valid_call.hpp"

namespace tutti::preload {
namespace {

constexpr int ranks = 3, root = 1, other = 0;
constexpr MPI_Count two_gib = MPI_Count{1} << 31;
int buffer[ranks];

/// Returns the call that protocols get for one with these counts to send and to receive.
Call narrowed(Collective collective, MPI_Count sent, MPI_Count received, MPI_Datatype type,
              int rank = root) {
  const WideCounts wide{.send_count = sent, .receive_count = received};
  const Call large{.collective = collective,
                   .send = buffer,
                   .send_type = type,
                   .receive = buffer + 1,
                   .receive_type = type,
                   .op = MPI_SUM,
                   .root = root,
                   .comm = MPI_COMM_WORLD,
                   .large = true,
                   .wide = &wide};
  return with_int_counts(large, rank);
}

bool is_served(const Call& call, int rank = root) {
  return is_valid_call(call, rank, ranks, nullptr);
}

TEST(IntCounts, HoldWhatHasFewerThanTwoGib) {
  const Call call = narrowed(Collective::allgather, 7, 9, MPI_INT);
  EXPECT_TRUE(is_served(call));
  EXPECT_FALSE(call.large);
  EXPECT_EQ(call.wide, nullptr);
  EXPECT_EQ(call.send_count, 7);
  EXPECT_EQ(call.receive_count, 9);
  EXPECT_TRUE(is_served(narrowed(Collective::bcast, 0, two_gib - 1, MPI_BYTE)));
}

TEST(IntCounts, AreDecidedByBytesWhichAllRanksKnow) {
  EXPECT_FALSE(is_served(narrowed(Collective::bcast, 0, two_gib, MPI_BYTE)));
  EXPECT_FALSE(is_served(narrowed(Collective::bcast, 0, two_gib / 4, MPI_INT)));
  EXPECT_TRUE(narrowed(Collective::bcast, 0, two_gib, MPI_BYTE).large);
}

TEST(IntCounts, IgnoreWhatIsNotSignificant) {
  EXPECT_TRUE(is_served(narrowed(Collective::gather, 1, two_gib, MPI_INT, other), other));
  EXPECT_FALSE(is_served(narrowed(Collective::gather, 1, two_gib, MPI_INT, root), root));
}

TEST(IntCounts, LeaveInvalidAndVaryingCallsToTheLibrary) {
  EXPECT_FALSE(is_served(narrowed(Collective::allreduce, 0, -1, MPI_INT)));
  EXPECT_FALSE(is_served(narrowed(Collective::bcast, 0, 1, MPI_DATATYPE_NULL)));
  EXPECT_FALSE(is_served(narrowed(Collective::bcast, 0, 1, MPI_INT, -1), other));
  EXPECT_FALSE(is_served(narrowed(Collective::allgatherv, 1, 1, MPI_INT)));
  EXPECT_TRUE(narrowed(Collective::neighbor_alltoall, 1, 1, MPI_INT).large);
}

}  // namespace
}  // namespace tutti::preload
