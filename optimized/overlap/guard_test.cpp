#include "optimized/overlap/guard.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <future>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "contract/test/eventually.hpp"
#include "optimized/overlap/test_guards.hpp"
#include "optimized/overlap/test_memory.hpp"

namespace tutti::overlap {
namespace {

using namespace std::chrono_literals;

/// Returns whether the work waits for that page, as the guard sees it, and has not ended.
template <class T>
bool waits_for(const std::byte& page, ProtectedMemory& memory, const std::future<T>& work) {
  return eventually([&] { return memory.last_wanted() == &page; }) &&
         work.wait_for(0s) == std::future_status::timeout;
}

/// Reads a byte at any time. Not instrumented: Guard::protect() writes the value that is there, which
/// is no race to report.
__attribute__((noinline, no_sanitize("thread"))) std::byte look_at(const std::byte& place) {
  return *static_cast<const volatile std::byte*>(&place);
}

class GuardTest : public testing::TestWithParam<GuardKind> {
 protected:
  void SetUp() override {
    guard_ = Guard::make(GetParam());
    if (!guard_) GTEST_SKIP() << "this guard is not available to this process";
  }
  void TearDown() override { EXPECT_FALSE(any_protected()); }

  std::unique_ptr<Guard> guard_;
};

TEST_P(GuardTest, DataWrittenToRelocatedPagesAppearWhereTheyAreUnprotected) {
  const TestMemory memory(8);
  fill(memory.pages(), 1);
  const Pages inner = memory.part(2, 4);
  const auto protected_memory = guard_->protect(inner);
  ASSERT_TRUE(protected_memory);
  EXPECT_EQ(protected_memory->pages(), inner);
  const Pages relocated{protected_memory->relocated(),
                        protected_memory->relocated() + inner.bytes()};
  EXPECT_TRUE(holds_only(relocated, 1));
  fill({relocated.begin - page_bytes(), relocated.end + page_bytes()}, 2);
  protected_memory->unprotect(inner);
  EXPECT_TRUE(holds_only(inner, 2));
  EXPECT_TRUE(holds_only(memory.part(0, 2), 1));
  EXPECT_TRUE(holds_only(memory.part(6, 2), 1));
}

TEST_P(GuardTest, TellsWhatAPageCosts) {
  const double seconds = guard_->seconds_per_page();
  EXPECT_GT(seconds, 0);
  EXPECT_LT(seconds, 1e-2);
}

TEST_P(GuardTest, AccessWaitsForTheDataItNeedsAndNoOthers) {
  const TestMemory memory(3);
  fill(memory.pages(), 1);
  const auto protected_memory = guard_->protect(memory.pages());
  ASSERT_TRUE(protected_memory);
  auto read = std::async(std::launch::async, [&] { return memory.page(1); });
  EXPECT_TRUE(waits_for(memory.page(1), *protected_memory, read));
  auto write = std::async(std::launch::async, [&] { memory.page(2) = std::byte{9}; });
  EXPECT_TRUE(waits_for(memory.page(2), *protected_memory, write));
  protected_memory->relocated()[page_bytes()] = std::byte{5};
  protected_memory->unprotect(memory.part(1, 1));
  EXPECT_EQ(read.get(), std::byte{5});
  EXPECT_EQ(write.wait_for(0s), std::future_status::timeout);
  protected_memory->unprotect(memory.part(2, 1));
  write.get();
  EXPECT_EQ(memory.page(2), std::byte{9});
}

TEST_P(GuardTest, PartsAreOpenedInAnyOrder) {
  constexpr std::size_t parts = 32, pages_per_part = 3;
  const TestMemory memory(parts * pages_per_part);
  std::vector<std::size_t> order(parts);
  std::iota(order.begin(), order.end(), 0);
  std::mt19937 random(2011);
  for (int round = 0; round < 20; ++round) {
    fill(memory.pages(), round);
    auto protected_memory = guard_->protect(memory.pages());
    ASSERT_TRUE(protected_memory);
    auto reader = std::async(std::launch::async, [&] {
      bool right = true;
      for (std::size_t i = 0; i < parts * pages_per_part; ++i)
        right = right && memory.page(i) == static_cast<std::byte>(i + 1);
      return right;
    });
    std::ranges::shuffle(order, random);
    for (const std::size_t part : order) {
      for (std::size_t i = part * pages_per_part; i < (part + 1) * pages_per_part; ++i)
        protected_memory->relocated()[i * page_bytes()] = static_cast<std::byte>(i + 1);
      protected_memory->unprotect(memory.part(part * pages_per_part, pages_per_part));
    }
    EXPECT_TRUE(reader.get());
  }
}

TEST_P(GuardTest, PagesThatNobodyWroteToHoldZeros) {
  const TestMemory memory(64);
  auto protected_memory = guard_->protect(memory.pages());
  ASSERT_TRUE(protected_memory);
  protected_memory->relocated()[5 * page_bytes()] = std::byte{7};
  protected_memory->unprotect(memory.part(32, 32));
  EXPECT_TRUE(holds_only(memory.part(32, 32), 0));
  protected_memory.reset();
  EXPECT_EQ(std::exchange(memory.page(5), std::byte{0}), std::byte{7});
  EXPECT_TRUE(holds_only(memory.pages(), 0));
}

TEST_P(GuardTest, PartsOfPagesBelongToTheProgram) {
  const TestMemory memory(4);
  fill(memory.pages(), 1);
  std::byte* const begin = memory.begin() + 100;
  std::byte* const end = memory.pages().end - 100;
  const auto protected_memory = guard_->protect(whole_pages(begin, end));
  ASSERT_TRUE(protected_memory);
  EXPECT_EQ(protected_memory->pages(), memory.part(1, 2));
  fill(memory.part(0, 1), 2);
  fill(memory.part(3, 1), 3);
  std::byte* const relocated = protected_memory->relocated();
  fill({relocated - page_bytes(), relocated + 3 * page_bytes()}, 4);
  protected_memory->unprotect(protected_memory->pages());
  EXPECT_TRUE(holds_only(memory.part(0, 1), 2));
  EXPECT_TRUE(holds_only(memory.part(1, 2), 4));
  EXPECT_TRUE(holds_only(memory.part(3, 1), 3));
}

TEST_P(GuardTest, WhatIsOpenIsNotPutBackAgain) {
  const TestMemory memory(4);
  auto protected_memory = guard_->protect(memory.pages());
  ASSERT_TRUE(protected_memory);
  protected_memory->unprotect(memory.part(1, 2));
  fill(memory.part(1, 2), 6);
  protected_memory->unprotect(memory.part(0, 3));
  protected_memory.reset();
  EXPECT_TRUE(holds_only(memory.part(1, 2), 6));
}

/// Behind the other guard system calls fail.
class UserfaultfdGuardTest : public GuardTest {};

TEST_P(UserfaultfdGuardTest, SystemCallsWaitInTheKernel) {
  const TestMemory memory(2);
  std::array<int, 2> pipe_ends{};
  ASSERT_EQ(pipe(pipe_ends.data()), 0);
  const auto bytes = static_cast<ssize_t>(page_bytes());
  auto protected_memory = guard_->protect(memory.pages());
  ASSERT_TRUE(protected_memory);
  auto written = std::async(std::launch::async,
                            [&] { return write(pipe_ends[1], &memory.page(0), page_bytes()); });
  EXPECT_TRUE(waits_for(memory.page(0), *protected_memory, written));
  fill({protected_memory->relocated(), protected_memory->relocated() + page_bytes()}, 8);
  protected_memory->unprotect(memory.part(0, 1));
  EXPECT_EQ(written.get(), bytes);
  auto taken = std::async(std::launch::async,
                          [&] { return read(pipe_ends[0], &memory.page(1), page_bytes()); });
  EXPECT_TRUE(waits_for(memory.page(1), *protected_memory, taken));
  protected_memory.reset();
  EXPECT_EQ(taken.get(), bytes);
  EXPECT_TRUE(holds_only(memory.part(1, 1), 8));
  for (const int end : pipe_ends) ::close(end);
}

TEST_P(GuardTest, MappingsAndReservationsDoNotBecomeMore) {
  const TestMemory memory(64);
  const auto round = [&](std::size_t first) {
    auto protected_memory = guard_->protect(memory.part(first, 32));
    ASSERT_TRUE(protected_memory);
    protected_memory->unprotect(memory.part(first + 7, 5));
    protected_memory->unprotect(memory.part(first, 3));
    protected_memory->unprotect(memory.part(first + 20, 12));
  };
  round(16);
  const auto mappings = mappings_now();
  const auto reserved = RelocatedPages::reserved();
  for (std::size_t i = 0; i < 1000; ++i) round(i % 32);
  EXPECT_EQ(mappings_now(), mappings);
  EXPECT_EQ(RelocatedPages::reserved(), reserved);
}

TEST_P(GuardTest, MemoryThatNobodyWroteToIsJoinedAgain) {
  const TestMemory memory(64);
  guard_->protect(memory.part(16, 32)).reset();  // reserves the relocated pages
  // Between inaccessible pages, so that the kernel does not merge it with other memory.
  const TestMemory fenced(66, MAP_PRIVATE | MAP_ANONYMOUS, PROT_NONE);
  ASSERT_EQ(mprotect(&fenced.page(1), 64 * page_bytes(), PROT_READ | PROT_WRITE), 0);
  const auto mappings = mappings_now();
  auto protected_memory = guard_->protect(fenced.part(16, 32));
  ASSERT_TRUE(protected_memory);
  for (std::size_t i = 16; i < 48; i += 4) {
    protected_memory->relocated()[(i - 16) * page_bytes()] = std::byte{1};
    protected_memory->unprotect(fenced.part(i, 4));
  }
  protected_memory.reset();
  fill(fenced.part(1, 64), 1);
  EXPECT_EQ(mappings_now(), mappings);
}

TEST_P(GuardTest, TwoRangesOfOneMapping) {
  const TestMemory memory(10);
  fill(memory.pages(), 1);
  auto first = guard_->protect(memory.part(1, 3));
  auto second = guard_->protect(memory.part(6, 3));
  ASSERT_TRUE(first && second);
  EXPECT_TRUE(holds_only(memory.part(4, 2), 1));
  first->relocated()[0] = std::byte{2};
  second->relocated()[0] = std::byte{3};
  second.reset();
  EXPECT_EQ(memory.page(6), std::byte{3});
  EXPECT_TRUE(is_protected(&memory.page(1)));
  first.reset();
  EXPECT_EQ(memory.page(1), std::byte{2});
}

TEST_P(GuardTest, RangesThatSpanMappings) {
  const TestMemory memory(12);
  fill(memory.pages(), 1);
  // Pages that a core dump leaves out form a mapping of their own.
  ASSERT_EQ(madvise(&memory.page(4), 3 * page_bytes(), MADV_DONTDUMP), 0);
  const auto mappings = mappings_now();
  for (int round = 2; round < 5; ++round) {
    auto protected_memory = guard_->protect(memory.part(1, 10));
    ASSERT_TRUE(protected_memory);
    fill({protected_memory->relocated(), protected_memory->relocated() + 10 * page_bytes()}, round);
    protected_memory->unprotect(memory.part(6, 3));
    EXPECT_TRUE(holds_only(memory.part(6, 3), round));
    protected_memory.reset();
    EXPECT_TRUE(holds_only(memory.part(1, 10), round));
  }
  EXPECT_LE(mappings_now(), mappings + 5);  // those of the relocated pages
}

TEST_P(GuardTest, HugePages) {
  constexpr std::size_t mebibyte = 1 << 20;
  const std::size_t pages = 8 * mebibyte / page_bytes();
  const TestMemory memory(pages);
  madvise(memory.begin(), memory.pages().bytes(), MADV_HUGEPAGE);
  fill(memory.pages(), 1);
  for (const std::size_t first : {std::size_t{1}, pages / 4, std::size_t{0}}) {
    auto protected_memory = guard_->protect(memory.part(first, pages - first - 1));
    ASSERT_TRUE(protected_memory);
    EXPECT_EQ((protected_memory->relocated() - &memory.page(first)) % (2 * mebibyte), 0u);
    *protected_memory->relocated() = std::byte{2};
    protected_memory->unprotect(memory.part(first, 3));
    EXPECT_EQ(std::exchange(memory.page(first), std::byte{1}), std::byte{2});
    protected_memory.reset();
    EXPECT_TRUE(holds_only(memory.pages(), 1));
  }
}

TEST_P(GuardTest, WaitsForWhatIsClosedAlready) {
  const TestMemory memory(6);
  auto protected_memory = guard_->protect(memory.part(0, 4));
  ASSERT_TRUE(protected_memory);
  auto again = std::async(std::launch::async, [&] { return guard_->protect(memory.part(2, 4)); });
  EXPECT_TRUE(waits_for(memory.page(2), *protected_memory, again));
  protected_memory->unprotect(memory.part(0, 3));
  EXPECT_TRUE(waits_for(memory.page(3), *protected_memory, again));
  protected_memory->relocated()[3 * page_bytes()] = std::byte{4};
  protected_memory->unprotect(memory.part(3, 1));
  auto second = again.get();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->relocated()[page_bytes()], std::byte{4});
}

TEST_P(GuardTest, ClosesNoMoreRangesThanItCanNote) {
  constexpr std::size_t many = 100;
  const TestMemory memory(2 * many);
  std::vector<std::unique_ptr<ProtectedMemory>> protected_memory;
  for (std::size_t i = 0; i < many; ++i)
    protected_memory.push_back(guard_->protect(memory.part(2 * i, 1)));
  EXPECT_TRUE(protected_memory[50]);
  EXPECT_FALSE(protected_memory.back());
  protected_memory.front().reset();
  EXPECT_TRUE(guard_->protect(memory.part(2 * many - 2, 1)));
}

TEST_P(GuardTest, NobodyEverSeesEmptyPages) {
  const TestMemory memory(16);
  fill(memory.pages(), 1);
  std::atomic<bool> ending = false;
  const auto look = [&](std::size_t first) {
    bool full = true;
    for (std::size_t i = first; !ending; ++i)
      full = full && look_at(memory.page(i % 16)) == std::byte{1};
    return full;
  };
  std::array readers{std::async(std::launch::async, look, 0),
                     std::async(std::launch::async, look, 5)};
  for (int round = 0; round < 3000; ++round) {
    const auto protected_memory = guard_->protect(memory.pages());
    ASSERT_TRUE(protected_memory);
    for (std::size_t i = 0; i < 16; i += 4) protected_memory->unprotect(memory.part(i, 4));
  }
  ending = true;
  for (auto& reader : readers) EXPECT_TRUE(reader.get());
}

TEST_P(GuardTest, ThreadsCloseMemoryOfTheirOwn) {
  const TestMemory memory(64);
  const auto work = [&](std::size_t first) {
    bool right = true;
    for (int round = 0; round < 300; ++round) {
      const auto protected_memory = guard_->protect(memory.part(first, 8));
      if (!protected_memory) return false;
      fill({protected_memory->relocated(), protected_memory->relocated() + 8 * page_bytes()},
           round % 100);
      protected_memory->unprotect(memory.part(first + 4, 4));
      protected_memory->unprotect(memory.part(first, 4));
      right = right && holds_only(memory.part(first, 8), round % 100);
    }
    return right;
  };
  std::vector<std::future<bool>> workers;
  for (std::size_t i = 0; i < 4; ++i)
    workers.push_back(std::async(std::launch::async, work, 16 * i));
  for (auto& worker : workers) EXPECT_TRUE(worker.get());
}

TEST_P(GuardTest, RefusesWhatIsNoPrivateMemory) {
  const TestMemory shared(2, MAP_SHARED | MAP_ANONYMOUS);
  const TestMemory constant(2, MAP_PRIVATE | MAP_ANONYMOUS, PROT_READ);
  EXPECT_FALSE(guard_->protect(shared.pages()));
  EXPECT_FALSE(guard_->protect(constant.pages()));
  EXPECT_FALSE(guard_->protect({}));
}

INSTANTIATE_TEST_SUITE_P(Kinds, UserfaultfdGuardTest, testing::Values(GuardKind::userfaultfd),
                         guard_name);
INSTANTIATE_TEST_SUITE_P(Kinds, GuardTest, each_guard(), guard_name);

}  // namespace
}  // namespace tutti::overlap
