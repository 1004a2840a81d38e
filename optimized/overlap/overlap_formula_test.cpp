#include "optimized/overlap/overlap_formula.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace tutti::overlap {
namespace {

constexpr double bytes = 64e6;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Returns the phases of Table 1 of the source: 64 MB in 268 ms, of which 60 ms until the call
/// returns. The computations before and with the data take so many seconds.
Phases measured(double unrelated_seconds, double related_seconds) {
  return {.comm_seconds = 0.268,
          .comm_rate_bytes_per_s = bytes / 0.268,
          .init_seconds = 0.060,
          .unrelated_seconds = unrelated_seconds,
          .related_rate = bytes / related_seconds};
}

void expect_overlap(const Phases& phases, double seconds, double seconds_after_init) {
  EXPECT_NEAR(overlap_seconds(phases), seconds, 1e-9);
  EXPECT_NEAR(overlap_seconds_after_init(phases), seconds_after_init, 1e-9);
}

TEST(OverlapFormula, ScenarioA_UnrelatedComputationHidesAll) {
  expect_overlap(measured(0.445, 0.350), 0.268, 0.208);
}

TEST(OverlapFormula, ScenarioB_DataAreConsumedMoreSlowlyThanTheyArrive) {
  expect_overlap(measured(0, 0.350), 0.268, 0.208);
}

/// The table prints 115 ms, and 107 ms were measured: there T_init was subtracted from the other
/// argument of the minimum, too (175 - 60). Formula (3) as printed gives min(268 - 60, 175).
TEST(OverlapFormula, ScenarioC_DataAreConsumedFasterThanTheyArrive) {
  expect_overlap(measured(0, 0.175), 0.175, 0.175);
}

TEST(OverlapFormula, ScenarioD_SomeUnrelatedComputationAndSlowConsumption) {
  expect_overlap(measured(0.177, 0.350), 0.268, 0.208);
}

TEST(OverlapFormula, ScenarioE_SomeUnrelatedComputationAndFastConsumption) {
  expect_overlap(measured(0.177, 0.175), 0.268, 0.208);
  expect_overlap(measured(0.020, 0.175), 0.195, 0.195);
}

TEST(OverlapFormula, HidesNothingWhereNothingIsComputedOrTransferred) {
  Phases idle = measured(0, 0.175);
  idle.related_rate = infinity;
  expect_overlap(idle, 0, 0);
  expect_overlap({}, 0, 0);
  expect_overlap({.unrelated_seconds = 1, .related_rate = 1}, 0, 0);
  Phases empty = measured(0.1, 0.175);
  empty.comm_rate_bytes_per_s = 0;
  expect_overlap(empty, 0.1, 0.1);
}

TEST(OverlapFormula, ConsumptionThatNeverEndsHidesAll) {
  Phases endless = measured(0, 0.175);
  endless.related_rate = 0;
  expect_overlap(endless, 0.268, 0.208);
}

TEST(OverlapFormula, PhasesAreThoseThatATraceShows) {
  // Four sub-messages of 1000 bytes; the first is used after 0.1 s, and another every 0.02 s.
  const std::vector<double> accesses{0.10, 0.12, 0.14, 0.16};
  const auto phases = observed_phases(0.5, 0.05, accesses, 1000);
  EXPECT_DOUBLE_EQ(phases.comm_rate_bytes_per_s, 8000);
  EXPECT_DOUBLE_EQ(phases.unrelated_seconds, 0.10);
  EXPECT_NEAR(phases.related_rate, 50000, 1e-6);
  expect_overlap(phases, 0.18, 0.18);
  expect_overlap(observed_phases(0.15, 0.05, accesses, 1000), 0.15, 0.10);
}

TEST(OverlapFormula, OneAccessTellsNothingOfTheRateOfConsumption) {
  expect_overlap(observed_phases(0.5, 0, std::vector{0.2}, 1000), 0.2, 0.2);
}

TEST(OverlapFormula, IsNeverNegative) {
  Phases slow = measured(0.445, 0.350);
  slow.init_seconds = 0.300;
  expect_overlap(slow, 0.268, 0);
}

}  // namespace
}  // namespace tutti::overlap
