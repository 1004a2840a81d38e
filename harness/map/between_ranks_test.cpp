#include "harness/map/between_ranks.hpp"

#include <gtest/gtest.h>

#include "contract/error.hpp"

namespace tutti {
namespace {

constexpr Collective bcast = Collective::bcast;
constexpr auto ring = "mpich:bcast/ring";

/// Returns results in which the ring takes a time at a point, and the default 10 us.
ResultSection timed(const std::vector<std::pair<Point, double>>& ring_us) {
  ResultSection section;
  section.header = {.library_version = "L", .machine = "m"};
  int contest = 0;
  for (const auto& [point, time_us] : ring_us) {
    ++contest;
    for (const auto& [subject, us] : {std::pair{"mpi", 10.0}, std::pair{ring, time_us}}) {
      Measurement row{.subject = subject, .point = point, .contest = contest};
      for (int i = -10; i <= 10; ++i) row.samples_us.push_back(us * (1 + i / 1000.0));
      row.time_us = summarize(row.samples_us);
      section.measurements.push_back(row);
    }
  }
  return section;
}

MapRule rule(int ranks, std::int64_t begin, std::int64_t end) {
  return {bcast, {{ranks, ranks + 1}, {begin, end}}, ring, false, {begin}};
}

/// A map with the ring on 4 and 8 ranks, but not on 16.
SelectionMap map_of_4_and_8() {
  return {.target = "mpich",
          .library = "L",
          .machine = "m",
          .rules = {rule(4, 64, 4096), rule(8, 512, 8192)}};
}

std::vector<ResultSection> tuning() {
  return {timed({{{bcast, 4, 64}, 5}, {{bcast, 8, 512}, 5}, {{bcast, 16, 512}, 20}})};
}

TEST(BetweenRanks, AnOddNumberIsDrawnBetweenEqualChoices) {
  const auto points = points_between(map_of_4_and_8(), tuning(), 1);
  ASSERT_EQ(points.size(), 2U) << "one size lies in both domains";
  for (const auto& [point, subject] : points) {
    EXPECT_EQ(point.bytes, 512);
    EXPECT_TRUE(point.ranks == 5 || point.ranks == 7) << point.ranks;
  }
  EXPECT_EQ(points[0].second, "mpi");
  EXPECT_EQ(points[1].second, ring);
  EXPECT_EQ(points_between(map_of_4_and_8(), tuning(), 1), points) << "by the seed";
}

TEST(BetweenRanks, AChoiceThatHoldsThereCoversTheRange) {
  SelectionMap map = map_of_4_and_8();
  cover_between(map, tuning(), {timed({{{bcast, 5, 512}, 10}})}, {}, {});
  ASSERT_EQ(map.rules.size(), 3U);
  EXPECT_EQ(map.rules[1].domain, (Domain{{5, 8}, {512, 4096}}));
  EXPECT_EQ(map.rules[1].measured_bytes, std::vector<std::int64_t>{512});
  EXPECT_TRUE(map.remarks.empty());
}

TEST(BetweenRanks, OneThatIsWorseThereIsLeftToTheDefaultAndSaid) {
  SelectionMap map = map_of_4_and_8();
  cover_between(map, tuning(), {timed({{{bcast, 5, 512}, 20}})}, {}, {});
  EXPECT_EQ(map.rules.size(), 2U);
  ASSERT_EQ(map.remarks.size(), 1U);
  EXPECT_NE(map.remarks[0].find("worse than the default"), std::string::npos);
}

TEST(BetweenRanks, EachSizeMustBeMeasuredThere) {
  SelectionMap map = map_of_4_and_8();
  for (auto& at : map.rules) at.measured_bytes = {512, 1024};
  cover_between(map, tuning(), {timed({{{bcast, 5, 512}, 5}})}, {}, {});
  EXPECT_EQ(map.rules.size(), 2U);
  ASSERT_EQ(map.remarks.size(), 1U);
  EXPECT_NE(map.remarks[0].find("not measured there at 1024 bytes"), std::string::npos);
}

TEST(BetweenRanks, OneThatWasValidatedAsWorseIsLeftToTheDefault) {
  const auto checks = timed({{{bcast, 5, 512}, 5}});
  for (const auto verdict : {Verdict::better, Verdict::tie, Verdict::worse}) {
    SelectionMap map = map_of_4_and_8();
    cover_between(map, tuning(), {checks}, {}, {},
                  Confirmations{{{{bcast, 6, 512}, ring}, verdict}});
    EXPECT_EQ(map.rules.size(), verdict == Verdict::worse ? 2U : 3U);
  }
}

TEST(BetweenRanks, OneThatIsRightForCommutativeOperationsOnlyThereIsGuarded) {
  auto checks = timed({{{bcast, 5, 512}, 5}});
  for (auto& row : checks.measurements) row.restriction = commutative_only_restriction;
  SelectionMap map = map_of_4_and_8();
  cover_between(map, tuning(), {checks}, {}, {});
  ASSERT_EQ(map.rules.size(), 3U);
  EXPECT_TRUE(map.rules[1].commutative_only);
  map = map_of_4_and_8();
  cover_between(map, tuning(), {checks}, {.guards_commutativity = false}, {});
  EXPECT_EQ(map.rules.size(), 2U);
}

TEST(BetweenRanks, OneThatCannotRunThereIsLeftToTheDefault) {
  SelectionMap map = map_of_4_and_8();
  auto check = timed({});
  check.skipped.push_back({ring, {bcast, 5, 512}, "not applicable"});
  cover_between(map, tuning(), {check}, {}, {});
  EXPECT_EQ(map.rules.size(), 2U);
}

TEST(BetweenRanks, NothingCoversARangeThatWasNotMeasured) {
  SelectionMap map = map_of_4_and_8();
  cover_between(map, tuning(), {timed({{{bcast, 12, 512}, 5}})}, {}, {});
  EXPECT_EQ(map.rules.size(), 2U);
}

TEST(BetweenRanks, AMeasuredNumberInBetweenEndsTheRange) {
  SelectionMap map = map_of_4_and_8();
  const auto with_6 = timed({{{bcast, 4, 64}, 5}, {{bcast, 6, 512}, 20}, {{bcast, 8, 512}, 5}});
  EXPECT_TRUE(points_between(map, {with_6}, 1).empty());
}

TEST(BetweenRanks, ChecksOfAnotherMachineAreRefused) {
  SelectionMap map = map_of_4_and_8();
  auto check = timed({{{bcast, 5, 512}, 5}});
  check.header.machine = "another";
  EXPECT_THROW(cover_between(map, tuning(), {check}, {}, {}), UsageError);
}

}  // namespace
}  // namespace tutti
