#include "optimized/selection/cost_fit.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

constexpr Collective allreduce = Collective::allreduce;

/// Returns the cost of a ring: 2 (p - 1) rounds, with a message of each rank in each.
Cost ring(const OperationParameters& at) {
  const std::int64_t rounds = 2 * (at.ranks - 1);
  return {.rounds = rounds, .messages = rounds * at.ranks, .units = rounds * at.bytes};
}

std::vector<Observation> observed(double (*time_us)(const OperationParameters&)) {
  std::vector<Observation> observations;
  for (const int ranks : {2, 3, 5, 8})
    for (const std::int64_t bytes : {8, 1024, 65536}) {
      const OperationParameters at{allreduce, ranks, bytes};
      observations.push_back({at, time_us(at)});
    }
  return observations;
}

TEST(CostFit, GoesOnAsTheCostDoes) {
  const auto time_us = [](const OperationParameters& at) {
    const double rounds = 2 * (at.ranks - 1);
    return 1 + 3 * rounds + rounds * static_cast<double>(at.bytes) / at.ranks / 1000;
  };
  const CostFit fit(observed(time_us), ring);
  for (const int ranks : {4, 7, 16})
    EXPECT_NEAR(fit.time_us({allreduce, ranks, 4096}), time_us({allreduce, ranks, 4096}), 1e-6);
}

// Least squares alone would give each message a negative time.
TEST(CostFit, NothingTakesANegativeTime) {
  const CostFit fit(observed([](const OperationParameters& at) { return 100.0 - 10 * at.ranks; }),
                    ring);
  for (const int ranks : {2, 8, 64}) EXPECT_GE(fit.time_us({allreduce, ranks, 8}), 20);
}

}  // namespace
}  // namespace tutti
