#include "harness/results/regression_input.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

Measurement measured(std::vector<double> samples_us) {
  auto summary = summarize(samples_us);
  return {.point = {Collective::allreduce, 8, 8192},
          .time_us = summary,
          .samples_us = std::move(samples_us)};
}

// Measured values: two batches of recursive doubling, which takes 9 us undisturbed.
TEST(Observation, IsTheBatchThatWasNotDisturbed) {
  const auto observation = observation_of(measured({69, 112, 74, 66, 65, 65, 64, 128,  //
                                                    9.6, 9.3, 9.5, 9.3, 9.0, 8.9, 8.2, 7.5}));
  EXPECT_NEAR(observation.time_us, 9.15, 1e-9);
  EXPECT_LT(observation.error, 0.15);
}

TEST(Observation, OfFewSamplesMayBeWrongByAll) {
  EXPECT_EQ(observation_of(measured({5})).time_us, 5);
  EXPECT_EQ(observation_of(measured({5, 5, 5, 5, 5})).error, 1);
  EXPECT_EQ(observation_of(measured({5, 5, 5, 5, 5, 5})).error, 0);
}

}  // namespace
}  // namespace tutti
