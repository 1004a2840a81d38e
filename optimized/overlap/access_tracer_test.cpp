#include "optimized/overlap/access_tracer.hpp"

#include <gtest/gtest.h>

#include <future>
#include <optional>

#include "optimized/overlap/test_guards.hpp"
#include "optimized/overlap/test_memory.hpp"

namespace tutti::overlap {
namespace {

class AccessTracerTest : public testing::TestWithParam<GuardKind> {
 protected:
  void SetUp() override {
    guard_ = Guard::make(GetParam());
    if (!guard_) GTEST_SKIP() << "this machine has no such guard";
    tracer_.emplace(*guard_);
    for (std::size_t i = 0; i < count_; ++i) fill(sub_messages_[i], static_cast<int>(i) + 1);
  }

  int value_of(std::size_t sub_message) const {
    return static_cast<int>(*(sub_messages_[sub_message].end - 100));
  }
  void expect_data() const {
    for (std::size_t i = 0; i < count_; ++i)
      EXPECT_TRUE(holds_only(sub_messages_[i], static_cast<int>(i) + 1)) << i;
  }
  static std::vector<std::size_t> order(const AccessTrace& trace) {
    std::vector<std::size_t> result;
    for (const Access& access : trace.accesses()) result.push_back(access.sub_message);
    return result;
  }

  static constexpr std::size_t count_ = 8;
  const TestMemory memory_{count_ * SubMessages::bytes_min / page_bytes()};
  const SubMessages sub_messages_{memory_.pages()};
  std::unique_ptr<Guard> guard_;
  std::optional<AccessTracer> tracer_;
};

using Order = std::vector<std::size_t>;

TEST_P(AccessTracerTest, sees_first_accesses_in_their_order) {
  const auto trace = tracer_->trace(memory_.pages());
  ASSERT_TRUE(trace);
  for (const std::size_t i : {5u, 2u, 5u, 7u, 0u, 1u, 3u, 4u, 6u})
    EXPECT_EQ(value_of(i), static_cast<int>(i) + 1);
  trace->end();
  EXPECT_EQ(order(*trace), Order({5, 2, 7, 0, 1, 3, 4, 6}));
  auto before = trace->begun();
  for (const Access& access : trace->accesses()) {
    EXPECT_GE(access.time, before);
    before = access.time;
  }
  expect_data();
}

TEST_P(AccessTracerTest, opens_what_nobody_used_at_the_end) {
  const auto trace = tracer_->trace(memory_.pages());
  ASSERT_TRUE(trace);
  EXPECT_EQ(value_of(3), 4);
  trace->end();
  EXPECT_FALSE(any_protected());
  EXPECT_EQ(order(*trace), Order({3}));
  expect_data();
}

TEST_P(AccessTracerTest, opens_all_for_those_who_want_all) {
  const auto trace = tracer_->trace(memory_.pages());
  ASSERT_TRUE(trace);
  wait_until_accessible(memory_.begin(), memory_.pages().bytes());
  EXPECT_FALSE(any_protected());
  EXPECT_TRUE(order(*trace).empty());
  expect_data();
}

TEST_P(AccessTracerTest, serves_several_threads_and_buffers) {
  for (int round = 0; round < 20; ++round) {
    const TestMemory other(count_ * SubMessages::bytes_min / page_bytes());
    const auto trace = tracer_->trace(memory_.pages()), second = tracer_->trace(other.pages());
    ASSERT_TRUE(trace && second);
    auto backward = std::async(std::launch::async, [&] {
      for (std::size_t i = count_; i-- > 0;) EXPECT_EQ(value_of(i), static_cast<int>(i) + 1);
    });
    auto elsewhere = std::async(std::launch::async, [&] { return holds_only(other.pages(), 0); });
    for (std::size_t i = 0; i < count_; ++i) EXPECT_EQ(value_of(i), static_cast<int>(i) + 1);
    backward.get();
    EXPECT_TRUE(elsewhere.get());
    trace->end();
    second->end();
  }
}

TEST_P(AccessTracerTest, leaves_nothing_closed_at_its_end) {
  const auto trace = tracer_->trace(memory_.pages());
  ASSERT_TRUE(trace);
  tracer_.reset();
  EXPECT_TRUE(trace->is_over());
  EXPECT_FALSE(any_protected());
  expect_data();
}

TEST_P(AccessTracerTest, has_no_interest_in_short_buffers) {
  EXPECT_FALSE(tracer_->trace(memory_.part(0, 2)));
}

INSTANTIATE_TEST_SUITE_P(guards, AccessTracerTest, each_guard(), guard_name);

}  // namespace
}  // namespace tutti::overlap
