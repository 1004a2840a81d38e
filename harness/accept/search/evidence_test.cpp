#include "harness/accept/search/evidence.hpp"

#include <gtest/gtest.h>

#include <random>

namespace tutti {
namespace {

/// Returns the share of sequences whose evidence ever reaches the strength within 300 trials.
double share_reaching(double strength, double success) {
  constexpr int sequences = 4000;
  std::mt19937_64 random(1);
  std::bernoulli_distribution succeeds(success);
  int reached = 0;
  for (int i = 0; i < sequences; ++i) {
    Evidence evidence;
    for (int trial = 0; trial < 300; ++trial) {
      evidence.add(succeeds(random));
      if (evidence.strength() < strength) continue;
      ++reached;
      break;
    }
  }
  return static_cast<double>(reached) / sequences;
}

TEST(Evidence, BeginsWithNone) { EXPECT_DOUBLE_EQ(Evidence().strength(), 1); }

TEST(Evidence, SeldomReachesMuchByChance) {
  EXPECT_LE(share_reaching(20, 0.5), 0.05);
  EXPECT_LE(share_reaching(100, 0.5), 0.01);
  EXPECT_EQ(share_reaching(100, 0.2), 0);
}

TEST(Evidence, IsNotTooCautious) {
  EXPECT_GE(share_reaching(20, 0.5), 0.01);
  EXPECT_GE(share_reaching(1000, 0.7), 0.99);
}

TEST(Evidence, GrowsQuicklyWithoutFailures) {
  Evidence evidence;
  int trials = 0;
  for (; evidence.strength() < 1000; ++trials) evidence.add(true);
  EXPECT_LE(trials, 14);
  EXPECT_EQ(evidence.trials(), trials);
}

}  // namespace
}  // namespace tutti
