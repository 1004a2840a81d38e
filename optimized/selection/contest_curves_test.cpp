#include "optimized/selection/contest_curves.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

constexpr Collective bcast = Collective::bcast;

ContestObservation observed(std::size_t contest, int ranks, std::int64_t bytes, double time_us) {
  return {contest, {{bcast, ranks, bytes}, time_us, 0.05}};
}

TEST(ContestCurves, TellsHowFarRepeatedObservationsAreApart) {
  const auto contestant = [](double first, double second) {
    return Contestant{{}, {observed(0, 2, 8, first), observed(1, 2, 8, second)}};
  };
  EXPECT_EQ(repeat_error({contestant(10, 20), contestant(11, 40)}), 0);
  EXPECT_NEAR(repeat_error({contestant(10, 20), contestant(11, 22), contestant(12, 24)}), 0, 1e-9);
  EXPECT_NEAR(repeat_error({contestant(10, 15), contestant(11, 22), contestant(12, 36)}), 1. / 3,
              1e-9);
}

TEST(ContestCurves, OneAtOnePointOffItsNeighboursDeviates) {
  std::vector<Contestant> contestants(3);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t at = 0; at < 3; ++at) {
      const bool is_off = i == 2 && at == 1;
      contestants[i].observations.push_back(
          observed(at, 2, std::int64_t{8} << at, is_off ? 40 : 10));
    }
  const auto deviations = deviations_of(curves_of(contestants));
  ASSERT_EQ(deviations.size(), 1u);
  const auto& there = deviations.at({2, 16});
  EXPECT_NEAR(there.at(0), 0, 1e-9);
  EXPECT_NEAR(there.at(2), 2, 1e-9);
}

}  // namespace
}  // namespace tutti
