#include "harness/map/read_back.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/map/measured_choices.hpp"

namespace tutti {
namespace {

using enum RuleReading;

const SelectionMap map{.target = "mpich",
                       .rules = {{Collective::bcast, {{3, 4}, {64, 128}}, "mpich:bcast/ring"}}};

TEST(ReadBack, AsksInsideAndOutsideOfEachRule) {
  const auto bcast = [](int ranks, std::int64_t bytes) {
    return Point{Collective::bcast, ranks, bytes};
  };
  EXPECT_EQ(boundary_points(map), (std::vector{bcast(2, 64), bcast(3, 56), bcast(3, 64),
                                               bcast(3, 120), bcast(3, 128), bcast(4, 64)}));
  EXPECT_EQ(choice_at(map, bcast(3, 120)), "mpich:bcast/ring");
  for (const auto& outside : {bcast(3, 56), bcast(3, 128), bcast(2, 64), bcast(4, 64)})
    EXPECT_EQ(choice_at(map, outside), "mpi");
}

TEST(ReadBack, AsksAtMeasuredSizesOfARuleForAllSizes) {
  SelectionMap all{.target = "mpich",
                   .rules = {{Collective::scatter, {{2, 3}, {0, unlimited}}, "mpich:scatter/x"}}};
  all.rules[0].measured_bytes = {8, 1024};
  const auto points = boundary_points(all);
  EXPECT_TRUE(std::ranges::count(points, Point{Collective::scatter, 2, 1024}));
  EXPECT_TRUE(std::ranges::count(points, Point{Collective::scatter, 2, 8}));
}

/// Returns how a library reads the rule that sends `with_map` where the map says ring, whose messages are `ring`, and
/// the default takes `by_default`.
RuleReading reading(const Traffic& with_map, const Traffic& ring, const Traffic& by_default) {
  const Point point{Collective::bcast, 3, 64};
  return compare_readings(map, {point}, {{{point, "mpi"}, with_map}},
                          {{{point, "mpi"}, by_default}, {{point, "mpich:bcast/ring"}, ring}})
      .front()
      .reading;
}

TEST(ReadBack, TellsARuleByItsMessages) {
  const Traffic ring{{{1, 64}}, {{2, 64}}, {}}, tree{{{1, 64}, {2, 64}}, {}, {}};
  EXPECT_EQ(reading(ring, ring, tree), right);
  EXPECT_EQ(reading(tree, ring, tree), misread);
  EXPECT_EQ(reading(tree, tree, tree), like_default);
}

TEST(ReadBack, OutsideOfRulesTheDefaultIsRight) {
  const Point outside{Collective::bcast, 4, 64};
  const Traffic one{{{1, 64}}}, two{{{2, 64}}};
  const CallOfSubject call{outside, "mpi"};
  EXPECT_EQ(compare_readings(map, {outside}, {{call, one}}, {{call, one}})[0].reading, right);
  EXPECT_EQ(compare_readings(map, {outside}, {{call, one}}, {{call, two}})[0].reading, misread);
}

TEST(ReadBack, WithoutMessagesOfTheAlgorithmNothingIsKnown) {
  const Point point{Collective::bcast, 3, 64};
  const CallOfSubject call{point, "mpi"};
  EXPECT_EQ(compare_readings(map, {point}, {{call, {}}}, {{call, {}}})[0].reading, unseen);
}

/// Returns how a point of allgather is read where the map chooses `linear`, which calls gather and bcast, at 64 bytes.
RuleReading reading_of_allgather(const SelectionMap& with_parts, std::int64_t bytes,
                                 const Traffic& with_map, const Traffic& meant) {
  const Point point{Collective::allgather, 3, bytes};
  return compare_readings(with_parts, {point}, {{{point, "mpi"}, with_map}},
                          {{{point, "mpi"}, meant}, {{point, "openmpi:allgather/linear"}, meant}})
      .front()
      .reading;
}

TEST(ReadBack, OtherMessagesAreNotJudgedWhereTheMapChoosesForParts) {
  SelectionMap with_parts{
      .target = "openmpi",
      .rules = {{Collective::allgather, {{3, 4}, {64, 128}}, "openmpi:allgather/linear"}}};
  const Traffic one{{{1, 64}}}, two{{{2, 64}}};
  for (const auto bytes : {8, 64})
    EXPECT_EQ(reading_of_allgather(with_parts, bytes, one, two), misread);
  with_parts.rules.push_back({Collective::bcast, {{3, 4}, {0, 64}}, "openmpi:bcast/binomial"});
  for (const auto bytes : {8, 64})
    EXPECT_EQ(reading_of_allgather(with_parts, bytes, one, two), unseen);
  EXPECT_EQ(reading_of_allgather(with_parts, 8, one, one), right);
}

}  // namespace
}  // namespace tutti
