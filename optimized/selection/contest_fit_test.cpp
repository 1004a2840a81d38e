#include "optimized/selection/contest_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tutti {
namespace {

constexpr Collective bcast = Collective::bcast;

/// Returns the true time. The first contestant is the fastest up to some 8 KiB, the second beyond,
/// the others nowhere.
double truth(std::size_t contestant, const OperationParameters& at) {
  const double ranks = at.ranks, bytes = static_cast<double>(at.bytes);
  const double start[]{2, 4, 5, 6}, per_byte[]{1e-3, 5e-4, 1.2e-3, 1.5e-3};
  return ranks * (start[contestant] + per_byte[contestant] * bytes / 2);
}

/// Returns observations, each contest on a machine that is up to twice as slow as it could be.
std::vector<Contestant> disturbed(std::map<std::size_t, double>& factors) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(0, 1), noise(-0.03, 0.03);
  std::vector<Contestant> contestants(4);
  std::size_t contest = 0;
  for (const int ranks : {2, 3, 4, 8})
    for (std::int64_t bytes = 8; bytes <= 1 << 19; bytes *= 4, ++contest) {
      factors[contest] = std::exp2(exponent(random));
      for (std::size_t i = 0; i < contestants.size(); ++i) {
        const OperationParameters at{bcast, ranks, bytes};
        const double time_us = truth(i, at) * factors[contest] * (1 + noise(random));
        contestants[i].observations.push_back({contest, {at, time_us}});
      }
    }
  return contestants;
}

TEST(ContestFit, FindsTheWinnersThoughTheMachineWasSlowNowAndThen) {
  std::map<std::size_t, double> factors;
  const auto result = fit_contests(disturbed(factors));
  ASSERT_EQ(result.equations.size(), 4u);
  for (const int ranks : {2, 3, 4, 8})
    for (std::int64_t bytes = 16; bytes <= 1 << 18; bytes *= 4) {
      const OperationParameters at{bcast, ranks, bytes};
      std::size_t expected = 0, best = 0;
      for (std::size_t i = 1; i < 4; ++i) {
        if (expected_us(result.equations[i], at, {}) <
            expected_us(result.equations[expected], at, {}))
          expected = i;
        if (truth(i, at) < truth(best, at)) best = i;
      }
      EXPECT_LT(truth(expected, at), 1.05 * truth(best, at)) << ranks << ' ' << bytes;
    }
}

TEST(ContestFit, TellsDisturbances) {
  std::map<std::size_t, double> factors;
  const auto result = fit_contests(disturbed(factors));
  double products = 0, squares_found = 0, squares = 0;
  for (const auto& [contest, factor] : factors) {
    const double expected = std::log2(factor) - 0.5;
    const double found = std::log2(result.disturbance(contest));
    products += expected * found;
    squares += expected * expected;
    squares_found += found * found;
  }
  EXPECT_GT(products / std::sqrt(squares * squares_found), 0.7);
}

TEST(ContestFit, HasNoEquationsOfWhatWasHardlyObserved) {
  const auto observed = [](std::int64_t bytes, double time_us) {
    return ContestObservation{static_cast<std::size_t>(bytes), {{bcast, 2, bytes}, time_us}};
  };
  const auto result = fit_contests({{{}, {observed(8, 1), observed(64, 2), observed(512, 3)}},
                                    {{}, {observed(8, 1), observed(64, 2)}},
                                    {{}, {}}});
  EXPECT_FALSE(result.equations[0].empty());
  EXPECT_TRUE(result.equations[1].empty());
  EXPECT_TRUE(result.equations[2].empty());
}

}  // namespace
}  // namespace tutti
