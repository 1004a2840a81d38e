#include "optimized/overlap/deferred_buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <future>
#include <random>
#include <thread>

#include "optimized/overlap/test_guards.hpp"
#include "optimized/overlap/test_memory.hpp"

namespace tutti::overlap {
namespace {

using namespace std::chrono_literals;

class DeferredBufferTest : public testing::TestWithParam<GuardKind> {
 protected:
  void SetUp() override {
    guard_ = Guard::make(GetParam());
    if (!guard_) GTEST_SKIP() << "this machine has no such guard";
  }

  std::byte* at(std::size_t offset) { return memory_.begin() + offset; }
  Bytes block(std::size_t begin, std::size_t end) { return {at(begin), at(end)}; }

  static std::byte value(std::size_t offset) {
    return static_cast<std::byte>(offset * 7 + offset / 256);
  }

  /// Delivers data as an engine does.
  void deliver(DeferredBuffer& buffer, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) *(at(i) + buffer.shift()) = value(i);
    buffer.arrived(at(begin) + buffer.shift(), static_cast<std::int64_t>(end - begin));
  }
  void expect_data(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) ASSERT_EQ(*at(i), value(i)) << "at byte " << i;
  }

  const std::size_t page_ = page_bytes();
  TestMemory memory_{8 * page_bytes()};
  std::unique_ptr<Guard> guard_;
};

TEST_P(DeferredBufferTest, pages_open_as_their_data_arrive) {
  const auto buffer = DeferredBuffer::over({block(page_, 5 * page_)}, *guard_);
  ASSERT_TRUE(buffer);
  EXPECT_TRUE(buffer->partial_pages_arrived());
  EXPECT_TRUE(is_protected(at(page_)));
  deliver(*buffer, 2 * page_, 4 * page_);
  EXPECT_TRUE(is_protected(at(page_)));
  EXPECT_FALSE(is_protected(at(2 * page_)));
  expect_data(2 * page_, 4 * page_);
  deliver(*buffer, page_, 2 * page_);
  deliver(*buffer, 4 * page_, 5 * page_);
  EXPECT_FALSE(any_protected());
  expect_data(page_, 5 * page_);
}

TEST_P(DeferredBufferTest, the_ends_are_awaited_and_their_neighbours_left_alone) {
  std::memset(at(0), 1, 8 * page_);
  const std::size_t begin = page_ / 2, end = 4 * page_ + 100;
  const auto buffer = DeferredBuffer::over({block(begin, end)}, *guard_);
  ASSERT_TRUE(buffer);
  *at(begin - 1) = *at(end) = std::byte{2};
  deliver(*buffer, begin, page_);
  EXPECT_FALSE(buffer->partial_pages_arrived());
  deliver(*buffer, 4 * page_, end);
  EXPECT_TRUE(buffer->partial_pages_arrived());
  EXPECT_TRUE(is_protected(at(page_)));
  deliver(*buffer, page_, 4 * page_);
  expect_data(begin, end);
  EXPECT_EQ(*at(begin - 1), std::byte{2});
  EXPECT_EQ(*at(end), std::byte{2});
}

TEST_P(DeferredBufferTest, gaps_between_blocks_keep_what_they_hold) {
  std::memset(at(0), 1, 8 * page_);
  const auto buffer =
      DeferredBuffer::over({block(page_, page_ + 10), block(5 * page_ - 10, 5 * page_)}, *guard_);
  ASSERT_TRUE(buffer);
  EXPECT_FALSE(is_protected(at(3 * page_)));
  deliver(*buffer, page_, page_ + 10);
  deliver(*buffer, 5 * page_ - 10, 5 * page_);
  expect_data(page_, page_ + 10);
  expect_data(5 * page_ - 10, 5 * page_);
  EXPECT_TRUE(std::all_of(at(page_ + 10), at(5 * page_ - 10),
                          [](std::byte byte) { return byte == std::byte{1}; }));
}

TEST_P(DeferredBufferTest, the_end_opens_what_nobody_told_of) {
  const std::size_t begin = page_ - 100, end = 5 * page_ + 100;
  const auto buffer = DeferredBuffer::over({block(begin, end)}, *guard_);
  ASSERT_TRUE(buffer);
  for (std::size_t i = begin; i < end; ++i) *(at(i) + buffer->shift()) = value(i);
  buffer->finish();
  EXPECT_FALSE(any_protected());
  expect_data(begin, end);
}

TEST_P(DeferredBufferTest, the_end_does_not_write_what_the_program_has_by_now) {
  const std::size_t begin = page_ - 100, end = 5 * page_;
  const auto buffer = DeferredBuffer::over({block(begin, end)}, *guard_);
  ASSERT_TRUE(buffer);
  deliver(*buffer, begin, end);
  *at(begin) = *at(page_) = std::byte{99};
  buffer->finish();
  EXPECT_EQ(*at(begin), std::byte{99});
  EXPECT_EQ(*at(page_), std::byte{99});
}

TEST_P(DeferredBufferTest, pieces_end_with_pages_and_come_forward_behind_the_ends) {
  const std::size_t begin = page_ / 2, end = 5 * page_ + 10;
  const auto buffer = DeferredBuffer::over({block(begin, end)}, *guard_);
  ASSERT_TRUE(buffer);
  const auto piece = [&](std::size_t from, std::size_t most) {
    return buffer->piece(at(from) + buffer->shift(), static_cast<std::int64_t>(most));
  };
  const auto turn = [&](std::size_t from) { return buffer->turn(at(from) + buffer->shift()); };
  const auto pages = [&](std::size_t count) { return static_cast<std::int64_t>(count * page_); };
  EXPECT_EQ(piece(begin, 3 * page_), pages(1) / 2);
  EXPECT_EQ(piece(begin, 10), 10);
  EXPECT_EQ(piece(page_, 3 * page_), pages(3));
  EXPECT_EQ(piece(page_, 3 * page_ - 1), pages(2));
  EXPECT_EQ(piece(page_ + 5, 2 * page_), pages(2) - 5);
  EXPECT_EQ(piece(page_ + 5, 10), 10);
  EXPECT_EQ(piece(4 * page_, page_ + 10), pages(1));
  EXPECT_EQ(piece(5 * page_, 10), 10);
  EXPECT_LT(turn(begin), turn(page_));
  EXPECT_LT(turn(5 * page_), turn(page_));
  EXPECT_LT(turn(page_), turn(2 * page_));
  buffer->finish();
}

TEST_P(DeferredBufferTest, what_somebody_waits_for_has_the_first_turn_behind_the_ends) {
  const std::size_t begin = page_ / 2, end = 7 * page_;
  const auto buffer = DeferredBuffer::over({block(begin, end)}, *guard_);
  ASSERT_TRUE(buffer);
  const auto turn = [&](std::size_t from) { return buffer->turn(at(from) + buffer->shift()); };
  auto reader = std::async(std::launch::async, [&] { return *at(3 * page_ + 5); });
  want(at(3 * page_ + 5), 1);
  EXPECT_EQ(buffer->first_turn(), turn(begin));
  deliver(*buffer, begin, page_);
  EXPECT_EQ(buffer->first_turn(), turn(3 * page_));
  deliver(*buffer, 3 * page_, 4 * page_);
  EXPECT_EQ(reader.get(), value(3 * page_ + 5));
  buffer->finish();
}

TEST_P(DeferredBufferTest, sub_messages_come_in_the_order_that_was_learned) {
  constexpr std::size_t each = SubMessages::bytes_min;
  const TestMemory memory(4 * each / page_);
  const std::vector<std::size_t> observed{2, 0};
  const auto buffer = DeferredBuffer::over({{memory.begin(), memory.pages().end}}, *guard_,
                                           {.order = AccessOrder(observed), .on_demand = false});
  ASSERT_TRUE(buffer);
  std::byte* const begin = memory.begin() + buffer->shift();
  const auto turn = [&](std::size_t sub_message) {
    return buffer->turn(begin + sub_message * each);
  };
  EXPECT_LT(buffer->turn(begin + 3 * each - 1), turn(0));
  EXPECT_LT(buffer->turn(begin + each - 1), turn(1));
  EXPECT_LT(buffer->turn(begin + 2 * each - 1), turn(3));
  EXPECT_EQ(buffer->piece(begin + page_, 2 * each), static_cast<std::int64_t>(each - page_));
  want(memory.begin(), 1);
  EXPECT_LT(buffer->first_turn(), turn(2));
  buffer->finish();
}

TEST_P(DeferredBufferTest, random_pieces_in_random_order) {
  std::mt19937 random(1);
  const std::size_t begin = 123, end = 7 * page_ + 321;
  for (int round = 0; round < 50; ++round) {
    std::memset(at(0), round, 8 * page_);
    std::vector<std::size_t> cuts{begin, end};
    for (int i = 0; i < 20; ++i) cuts.push_back(begin + random() % (end - begin));
    std::ranges::sort(cuts);
    std::vector<std::size_t> order(cuts.size() - 1);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::shuffle(order, random);
    const auto buffer = DeferredBuffer::over({block(begin, end)}, *guard_);
    ASSERT_TRUE(buffer);
    for (const std::size_t i : order) deliver(*buffer, cuts[i], cuts[i + 1]);
    EXPECT_TRUE(buffer->partial_pages_arrived());
    EXPECT_FALSE(any_protected());
    expect_data(begin, end);
  }
}

INSTANTIATE_TEST_SUITE_P(guards, DeferredBufferTest, each_guard(), guard_name);

}  // namespace
}  // namespace tutti::overlap
