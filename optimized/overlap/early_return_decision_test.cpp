#include "optimized/overlap/early_return_decision.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace tutti::overlap {
namespace {

EarlyReturnDecision::Seconds alone(EarlyReturnDecision::Seconds seconds) { return seconds; }

const EarlyReturnDecision::Expectation unknown;

/// Returns which of `count` calls return early, if cycles take so many seconds.
std::vector<bool> calls(int count, double early_seconds, double blocking_seconds,
                        EarlyReturnDecision decision = EarlyReturnDecision(),
                        const EarlyReturnDecision::Expectation& expectation = unknown) {
  std::vector<bool> result;
  double now = 1000;
  for (int call = 0; call < count; ++call) {
    result.push_back(decision.begins(now, expectation, alone));
    now += result.back() ? early_seconds : blocking_seconds;
  }
  return result;
}

long count(const std::vector<bool>& calls, bool early) {
  return std::count(calls.begin(), calls.end(), early);
}

TEST(EarlyReturnDecision, BothWaysAreTriedAfterOneColdCall) {
  EXPECT_EQ(calls(3, 1, 1), (std::vector<bool>{false, false, true}));
}

TEST(EarlyReturnDecision, WhatIsClearlyBetterStays) {
  EXPECT_EQ(count(calls(31, 1, 1.5), false), 2);
  EXPECT_EQ(count(calls(31, 1.5, 1), true), 1);
}

TEST(EarlyReturnDecision, WhatIsCloseIsTriedAgainEverMoreSeldom) {
  EXPECT_EQ(count(calls(63, 1, 1.06), false), 3);  // calls 1, 2 and 32
  EXPECT_EQ(count(calls(1000, 1.05, 1), true), 6);
}

TEST(EarlyReturnDecision, WhatIsHardlyBetterDoesNotReturnEarly) {
  EXPECT_EQ(count(calls(1000, 1, 1.04), true), 6);
}

TEST(EarlyReturnDecision, WhatTheFormulaPromisesNothingOfIsNotTriedEarly) {
  EXPECT_EQ(count(calls(31, 1, 2, EarlyReturnDecision(), {.hidden_seconds = 0.05}), true), 0);
  EXPECT_EQ(count(calls(31, 1, 2, EarlyReturnDecision(), {.hidden_seconds = 0.5}), true), 29);
}

TEST(EarlyReturnDecision, WhatGuardsCostTooMuchForIsNotTriedEarly) {
  EXPECT_EQ(count(calls(31, 1, 2, EarlyReturnDecision(), {.guard_seconds = 0.95}), true), 0);
  EXPECT_EQ(count(calls(31, 1, 2, EarlyReturnDecision(), {.guard_seconds = 0.9}), true), 29);
  EXPECT_EQ(
      count(calls(31, 1, 2, EarlyReturnDecision(), {.hidden_seconds = 0.5, .guard_seconds = 0.45}),
            true),
      0);
}

TEST(EarlyReturnDecision, WhereNoCoreHasTimeItIsNotTriedEarly) {
  EarlyReturnDecision busy, idle;
  idle.waited(0.5);
  busy.waited(0.5);
  busy.waited(0.05);
  EXPECT_EQ(count(calls(31, 1, 2, busy), true), 0);
  EXPECT_EQ(count(calls(31, 1, 2, idle), true), 29);
}

TEST(EarlyReturnDecision, WhatIsNotPromisedIsTriedWhenItIsAffordable) {
  EXPECT_EQ(
      count(calls(200, 1, 2, EarlyReturnDecision(), {.hidden_seconds = 0, .guard_seconds = 4}),
            true),
      73);
}

TEST(EarlyReturnDecision, WhatIsPromisedLaterIsTriedThen) {
  EarlyReturnDecision decision;
  std::vector<bool> early;
  double now = 0;
  for (int call = 1; call <= 10; ++call) {
    early.push_back(decision.begins(now, {.hidden_seconds = call < 5 ? 0 : 1.}, alone));
    now += early.back() ? 1 : 2;
  }
  EXPECT_EQ(early.back(), true);
  EXPECT_EQ(count(early, true), 3);
}

TEST(EarlyReturnDecision, WhatIsKnownHoldsFromTheFirstCall) {
  EXPECT_EQ(count(calls(31, 1, 1.5, EarlyReturnDecision({{.early = 1, .blocking = 1.5}})), true),
            31);
  EXPECT_EQ(count(calls(31, 1.5, 1, EarlyReturnDecision({{.early = 1.5, .blocking = 1}})), true),
            0);
}

TEST(EarlyReturnDecision, WhatIsKnownIsTriedAgainInTheLongRun) {
  EXPECT_TRUE(calls(100, 1, 2, EarlyReturnDecision({{.early = 2, .blocking = 1}})).back());
  EXPECT_FALSE(calls(100, 2, 1, EarlyReturnDecision({{.early = 1, .blocking = 2}})).back());
}

TEST(EarlyReturnDecision, EveryOtherCallIsATrialWhereBothAreToBeMeasured) {
  const EarlyReturnDecision measuring({}, EarlyReturnDecision::Trials::every_other);
  EXPECT_EQ(calls(8, 1, 2, measuring),
            (std::vector<bool>{false, false, true, true, false, true, false, true}));
  EXPECT_EQ(count(calls(100, 2, 1, measuring), true), 49);
}

TEST(EarlyReturnDecision, TellsWhatWasAgreedOn) {
  EarlyReturnDecision decision;
  EXPECT_FALSE(decision.agreed());
  for (const double now : {0., 2., 4., 5.}) decision.begins(now, unknown, alone);
  ASSERT_TRUE(decision.agreed());
  EXPECT_EQ(decision.agreed()->early, 1);
  EXPECT_EQ(decision.agreed()->blocking, 2);
}

TEST(EarlyReturnDecision, WhatItTookToLookDoesNotCount) {
  EarlyReturnDecision decision;
  double now = 0;
  for (int call = 1; call <= 4; ++call) {
    const bool early = decision.begins(now, unknown, alone);
    now += early ? 3 : 2;
    if (call != 2) continue;
    decision.discount(5);
    now += 5;
  }
  ASSERT_TRUE(decision.agreed());
  EXPECT_EQ(decision.agreed()->blocking, 2);
  EXPECT_FALSE(decision.begins(now, unknown, alone));
}

TEST(EarlyReturnDecision, ChangesWithThePhaseOfTheProgram) {
  EarlyReturnDecision decision;
  double now = 1000;
  bool early = true;
  for (int call = 0; call < 2000; ++call) {
    early = decision.begins(now, unknown, alone);
    const bool early_is_good = call >= 500;
    now += early == early_is_good ? 1 : 2;
  }
  EXPECT_TRUE(early);
}

TEST(EarlyReturnDecision, OneSlowCycleDoesNotDecide) {
  EarlyReturnDecision decision;
  double now = 1000;
  for (int call = 0; call < 100; ++call)
    now += decision.begins(now, unknown, alone) ? (call == 50 ? 100 : 1) : 2;
  EXPECT_TRUE(decision.begins(now, unknown, alone));
}

/// Returns how many of ten calls return early at a rank whose own cycles take so many seconds, if
/// that is what all ranks together have measured.
long early_calls(EarlyReturnDecision::Seconds own, EarlyReturnDecision::Seconds measured_by_all) {
  int agreements = 0;
  const auto agree = [&](EarlyReturnDecision::Seconds seconds) {
    return agreements++ == 0 ? seconds : measured_by_all;  // the first is the expectation
  };
  EarlyReturnDecision decision;
  std::vector<bool> early;
  double now = 0;
  for (int call = 0; call < 10; ++call) {
    early.push_back(decision.begins(now, unknown, agree));
    now += early.back() ? own.early : own.blocking;
  }
  return count(early, true);
}

TEST(EarlyReturnDecision, RanksDecideTogether) {
  constexpr EarlyReturnDecision::Seconds better{.early = 1, .blocking = 2},
      worse{.early = 2, .blocking = 1};
  EXPECT_EQ(early_calls(better, worse), 1);
  EXPECT_EQ(early_calls(worse, better), 8);
}

TEST(EarlyReturnDecision, RanksExpectTogether) {
  EarlyReturnDecision decision;
  const auto with_others = [](EarlyReturnDecision::Seconds) {
    return EarlyReturnDecision::Seconds{.early = 2, .blocking = 1};
  };
  for (int call = 0; call < 10; ++call) EXPECT_FALSE(decision.begins(call, unknown, with_others));
}

}  // namespace
}  // namespace tutti::overlap
