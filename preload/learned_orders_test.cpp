#include "preload/learned_orders.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "optimized/overlap/access_tracer.hpp"
#include "optimized/overlap/test_guards.hpp"
#include "optimized/overlap/test_memory.hpp"

namespace tutti::preload {
namespace {

using Clock = std::chrono::steady_clock;

class LearnedOrdersTest : public testing::TestWithParam<overlap::GuardKind> {
 protected:
  void SetUp() override {
    guard_ = overlap::Guard::make(GetParam());
    if (!guard_) GTEST_SKIP() << "this machine has no such guard";
  }

  /// Returns the priorities of a call after one whose data were used from the last sub-message to
  /// the first.
  std::optional<overlap::Priorities> after_backward_use(Learning learning) {
    LearnedOrders orders(std::move(learning), 0);
    const LearnedOrders::Key key;
    const overlap::TestMemory memory(128);
    overlap::fill(memory.pages(), 1);
    overlap::AccessTracer tracer(*guard_);
    if (orders.priorities(key, false, 0)) return std::nullopt;  // expected to be traced
    orders.traced(key, {tracer.trace(memory.pages()), 1, 0});
    const overlap::SubMessages sub_messages(memory.pages());
    for (std::size_t i = sub_messages.count(); i-- > 0;)
      EXPECT_TRUE(overlap::holds_only(sub_messages[i], 1));
    last_ = sub_messages.count() - 1;
    return orders.priorities(key, true, 0);
  }

  std::size_t last_ = 0;
  const Clock::time_point begun_ = Clock::now();
  LearnedOrders orders_{{}, 0};
  std::unique_ptr<overlap::Guard> guard_;
};

TEST_P(LearnedOrdersTest, tell_what_can_be_hidden_right_behind_the_traced_call) {
  const LearnedOrders::Key key;
  const overlap::TestMemory memory(128);
  overlap::fill(memory.pages(), 1);
  overlap::AccessTracer tracer(*guard_);
  ASSERT_FALSE(orders_.priorities(key, false, 0));
  orders_.traced(key, {tracer.trace(memory.pages()), 1, 0});
  ASSERT_TRUE(overlap::holds_only(memory.pages(), 1));
  EXPECT_TRUE(std::isfinite(orders_.hidden_seconds(key, 0)));
}

TEST_P(LearnedOrdersTest, fetch_first_what_the_program_used_first) {
  const auto priorities = after_backward_use({});
  ASSERT_TRUE(priorities);
  EXPECT_TRUE(priorities->on_demand);
  ASSERT_GT(last_, 0U);
  for (std::size_t i = 0; i <= last_; ++i) EXPECT_EQ(priorities->order.turn(i), last_ - i);
}

TEST_P(LearnedOrdersTest, use_no_learned_order_for_other_priorities) {
  for (const Priority priority : {Priority::forward, Priority::demand}) {
    const auto priorities =
        after_backward_use({.priority = priority, .trace_path = "never written"});
    ASSERT_TRUE(priorities);
    EXPECT_EQ(priorities->on_demand, priority == Priority::demand);
    for (std::size_t i = 0; i <= last_; ++i) EXPECT_EQ(priorities->order.turn(i), i);
  }
}

TEST_P(LearnedOrdersTest, trace_no_longer_than_is_affordable_in_all) {
  constexpr double each = 0.0001;
  const char sites[64] = {};
  int traced = 0;
  for (const char& site : sites) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (!orders_.priorities({.site = &site}, false, each)) ++traced;
  }
  const std::chrono::duration<double> taken = Clock::now() - begun_;
  EXPECT_GT(traced, 0);
  EXPECT_LT(traced * each, overlap::EarlyReturnDecision::affordable_share * taken.count());
}

INSTANTIATE_TEST_SUITE_P(EachGuard, LearnedOrdersTest, overlap::each_guard(), overlap::guard_name);

}  // namespace
}  // namespace tutti::preload
