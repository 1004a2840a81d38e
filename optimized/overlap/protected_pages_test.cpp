#include "optimized/overlap/protected_pages.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <future>
#include <limits>
#include <thread>

#include "contract/test/eventually.hpp"
#include "optimized/overlap/page_bits.hpp"
#include "optimized/overlap/test_memory.hpp"

namespace tutti::overlap {
namespace {

using namespace std::chrono_literals;

TEST(PageBits, FindRunsAcrossWords) {
  std::array<PageBits::Word, 4> words{};
  PageBits bits(words.data());
  EXPECT_EQ(bits.next_set(0, 250), 250u);
  bits.set(60, 200);
  EXPECT_EQ(bits.next_set(0, 250), 60u);
  EXPECT_EQ(bits.next_set(0, 30), 30u);
  EXPECT_EQ(bits.next_clear(60, 250), 200u);
  EXPECT_EQ(bits.next_clear(60, 150), 150u);
  bits.clear(64, 128);
  EXPECT_EQ(bits.next_clear(60, 250), 64u);
  EXPECT_EQ(bits.next_set(64, 250), 128u);
  bits.clear(0, 256);
  EXPECT_EQ(bits.next_set(0, 256), 256u);
}

TEST(Pages, WholePagesLieWithinTheBytes) {
  const TestMemory memory(4);
  std::byte* const begin = memory.begin();
  EXPECT_EQ(whole_pages(begin, memory.pages().end), memory.pages());
  EXPECT_EQ(whole_pages(begin + 1, memory.pages().end - 1), memory.part(1, 2));
  EXPECT_EQ(whole_pages(begin + 1, begin + 2 * page_bytes() - 1), Pages{});
  EXPECT_EQ(whole_pages(begin, begin), Pages{});
}

TEST(ProtectedPages, AreThoseThatAreMarkedUntilTheyAreOpened) {
  const TestMemory memory(200);
  EXPECT_FALSE(any_protected());
  {
    ProtectionEntry entry(memory.part(10, 100));
    EXPECT_TRUE(any_protected());
    EXPECT_FALSE(is_protected(&memory.page(10) - 1));
    EXPECT_TRUE(is_protected(&memory.page(10)));
    EXPECT_TRUE(is_protected(&memory.page(110) - 1));
    EXPECT_FALSE(is_protected(&memory.page(110)));
    entry.unprotect(memory.part(50, 20));
    EXPECT_FALSE(is_protected(&memory.page(50)));
    EXPECT_EQ(entry.first_protected(memory.pages()), memory.part(10, 40));
    EXPECT_EQ(entry.first_protected(memory.part(50, 60)), memory.part(70, 40));
    entry.unprotect(memory.part(10, 40));
    EXPECT_TRUE(any_protected());
    entry.unprotect(memory.part(70, 40));
    EXPECT_FALSE(any_protected());
  }
  { const ProtectionEntry entry(memory.pages()); }
  EXPECT_FALSE(any_protected());
}

TEST(ProtectedPages, AreWaitedForByThoseWhoAskForAnyOfThem) {
  const TestMemory memory(8);
  ProtectionEntry entry(memory.part(2, 2));
  wait_until_accessible(memory.begin(), 2 * page_bytes());
  wait_until_accessible(&memory.page(3), 0);
  auto straddling = std::async(std::launch::async, [&] {
    errno = 1234;
    wait_until_accessible(&memory.page(2) - 1, 2);
    return errno;
  });
  EXPECT_TRUE(eventually([&] { return entry.last_wanted() == &memory.page(2); }));
  EXPECT_EQ(straddling.wait_for(0s), std::future_status::timeout);
  auto everything = std::async(std::launch::async, [&] {
    wait_until_accessible(nullptr, std::numeric_limits<std::size_t>::max());
  });
  entry.unprotect(memory.part(2, 1));
  EXPECT_EQ(straddling.get(), 1234);
  EXPECT_TRUE(eventually([&] { return entry.last_wanted() == &memory.page(3); }));
  EXPECT_EQ(everything.wait_for(0s), std::future_status::timeout);
  entry.unprotect(memory.part(3, 1));
  everything.get();
  wait_until_accessible(nullptr, std::numeric_limits<std::size_t>::max());
}

TEST(ProtectedPages, TellWhichOfThemWasWantedLast) {
  const TestMemory memory(8);
  ProtectionEntry entry(memory.part(2, 4));
  EXPECT_EQ(entry.last_wanted(), nullptr);
  want(&memory.page(4) + 7, 1);
  EXPECT_EQ(entry.last_wanted(), &memory.page(4));
  want(memory.begin(), memory.pages().bytes());
  EXPECT_EQ(entry.last_wanted(), &memory.page(2));
  entry.unprotect(memory.part(4, 1));
  want(&memory.page(4), 1);
  want(&memory.page(6), 1);
  EXPECT_EQ(entry.last_wanted(), &memory.page(2));
}

TEST(ProtectedPages, AreWantedByThoseWhoWait) {
  const TestMemory memory(4);
  ProtectionEntry entry(memory.pages());
  auto waiting =
      std::async(std::launch::async, [&] { wait_until_accessible(&memory.page(1), page_bytes()); });
  EXPECT_TRUE(eventually([&] { return entry.last_wanted() == &memory.page(1); }));
  entry.unprotect(memory.part(1, 1));
  waiting.get();
}

}  // namespace
}  // namespace tutti::overlap
