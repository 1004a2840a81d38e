#include "optimized/selection/interpolation.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

constexpr Collective bcast = Collective::bcast;

ContestObservation observed(std::size_t contest, int ranks, std::int64_t bytes, double time_us,
                            double error = 0.05) {
  return {contest, {{bcast, ranks, bytes}, time_us, error}};
}

double expected(const std::vector<FitEquation>& equations, int ranks, std::int64_t bytes) {
  return expected_us(equations, {bcast, ranks, bytes}, {});
}

TEST(Interpolation, GoesThroughWhatWasObserved) {
  const auto equations =
      interpolate_contests({{{},
                             {observed(0, 2, 7, 3), observed(1, 2, 63, 5), observed(2, 4, 7, 11),
                              observed(3, 4, 63, 13), observed(4, 4, 511, 29)}}})
          .front();
  EXPECT_NEAR(expected(equations, 2, 7), 3, 1e-9);
  EXPECT_NEAR(expected(equations, 2, 63), 5, 1e-9);
  EXPECT_NEAR(expected(equations, 4, 63), 13, 1e-9);
  EXPECT_NEAR(expected(equations, 4, 511), 29, 1e-9);
}

TEST(Interpolation, IsStraightInTheLogarithmsBetween) {
  const auto equations = interpolate_contests({{{},
                                                {observed(0, 2, 3, 1), observed(1, 2, 63, 16),
                                                 observed(2, 8, 3, 16), observed(3, 8, 63, 256)}}})
                             .front();
  EXPECT_NEAR(expected(equations, 2, 15), 4, 1e-9);
  EXPECT_NEAR(expected(equations, 4, 15), 16, 1e-9);
  EXPECT_NEAR(expected(equations, 8, 15), 64, 1e-9);
}

TEST(Interpolation, SaysNothingBeyondWhatWasObserved) {
  const auto equations =
      interpolate_contests({{{}, {observed(0, 2, 8, 1), observed(1, 2, 64, 2)}}});
  EXPECT_EQ(equations[0].size(), 1u);
  EXPECT_FALSE(equations[0][0].domain.contains({bcast, 2, 65}));
  EXPECT_FALSE(equations[0][0].domain.contains({bcast, 3, 8}));
}

TEST(Interpolation, OfASingleSizeGoesFromRanksToRanks) {
  const auto equations =
      interpolate_contests({{{}, {observed(0, 2, 0, 1), observed(1, 8, 0, 16)}}}).front();
  EXPECT_NEAR(expected(equations, 2, 0), 1, 1e-9);
  EXPECT_NEAR(expected(equations, 4, 0), 4, 1e-9);
  EXPECT_NEAR(expected(equations, 8, 0), 16, 1e-9);
  EXPECT_EQ(equation_for(equations, {bcast, 4, 1}), nullptr);
}

// In the second contest at 64 bytes the machine was half as fast, and only two of three contestants
// took part: neither must look slower than the third for that.
TEST(Interpolation, ContestsAtAPointAreBroughtToOneLevel) {
  const auto equations = interpolate_contests(
      {{{}, {observed(0, 2, 8, 10), observed(1, 2, 64, 10), observed(2, 2, 64, 19, 0.01)}},
       {{}, {observed(0, 2, 8, 11), observed(1, 2, 64, 11), observed(2, 2, 64, 23.2, 0.01)}},
       {{}, {observed(0, 2, 8, 12), observed(1, 2, 64, 12)}}});
  EXPECT_LT(expected(equations[0], 2, 64), expected(equations[1], 2, 64));
  EXPECT_LT(expected(equations[1], 2, 64), expected(equations[2], 2, 64));
}

// The times of both contestants jump alike between the sizes: the error is that of their
// difference.
TEST(Interpolation, ErrorsAreThoseOfDifferences) {
  std::vector<Contestant> contestants(2);
  for (std::size_t i = 0; i < 6; ++i) {
    const std::int64_t bytes = std::int64_t{8} << (2 * i);
    const double disturbed = i % 2 == 0 ? 1 : 2;
    contestants[0].observations.push_back(observed(i, 2, bytes, 10 * disturbed));
    contestants[1].observations.push_back(observed(i, 2, bytes, 14 * disturbed));
  }
  EXPECT_LT(interpolate_contests(contestants)[0].front().error, 0.01);
}

// As was measured: Rabenseifner's allreduce takes two rounds more if ranks are no power of two. On
// 5 ranks a ring was faster, which the line from 4 to 6 ranks did not show.
TEST(Interpolation, ByCostGoesOnAsTheCostDoesBetweenRanks) {
  const auto folded = [](const OperationParameters& at) {
    const bool folds = at.ranks != 2 && at.ranks != 4;
    const std::int64_t rounds = folds ? 6 : at.ranks;
    return Cost{.rounds = rounds, .messages = rounds, .units = rounds * at.bytes};
  };
  std::vector<ContestObservation> observations;
  std::size_t contest = 0;
  for (const int ranks : {2, 4, 6})
    for (const std::int64_t bytes : {7, 1023})
      observations.push_back(
          observed(contest++, ranks, bytes, ranks * (1 + static_cast<double>(bytes) / 500)));
  const auto by_cost = interpolate_contests_by_cost({{folded, observations}, {{}, observations}});
  EXPECT_NEAR(expected(by_cost[0], 5, 1023), expected(by_cost[0], 6, 1023), 1e-6);
  EXPECT_NEAR(expected(by_cost[1], 5, 1023),
              expected(interpolate_contests({{{}, observations}})[0], 5, 1023), 1e-9);
}

}  // namespace
}  // namespace tutti
