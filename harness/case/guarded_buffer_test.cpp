#include "harness/case/guarded_buffer.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <csignal>

#include "harness/case/input_data.hpp"

namespace tutti {
namespace {

constexpr std::size_t page = 4096, pages = 16;
constexpr int count = static_cast<int>(pages * page / sizeof(std::int32_t));

struct Filled {
  Filled() { buffer.put(elements); }
  std::byte* begin() const { return static_cast<std::byte*>(buffer.origin()); }

  MappingPool arenas;
  Elements elements = input_elements({{.element = Element::int32}, 1, 5}, 0, {0, count});
  GuardedBuffer buffer{
      arenas,
      {{std::make_shared<const MessageType>(Layout::plain, Element::int32, 1)}, {count}, {0}},
      0};
};

std::byte* protected_begin = nullptr;
std::vector<std::size_t>* touched = nullptr;

void allow(int, siginfo_t* fault, void*) {
  const auto at = static_cast<std::byte*>(fault->si_addr) - protected_begin;
  touched->push_back(static_cast<std::size_t>(at) / page);
  mprotect(protected_begin + touched->back() * page, page, PROT_READ | PROT_WRITE);
}

/// Returns the pages of the buffer, in the order in which they are first read.
std::vector<std::size_t> order_of_pages(const Filled& filled, std::uint64_t key) {
  std::vector<std::size_t> order;
  order.reserve(pages);
  touched = &order;
  protected_begin = filled.begin();
  struct sigaction action {};
  struct sigaction before {};
  action.sa_sigaction = allow;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, &before);
  mprotect(protected_begin, pages * page, PROT_NONE);
  const Elements taken = filled.buffer.take_in_random_order(key);
  sigaction(SIGSEGV, &before, nullptr);
  EXPECT_EQ(digest(taken), digest(filled.elements));
  return order;
}

TEST(GuardedBuffer, IsReadInTheOrderOfTheKey) {
  const Filled filled;
  const auto one = order_of_pages(filled, 1), other = order_of_pages(filled, 2);
  EXPECT_EQ(one, order_of_pages(filled, 1));
  EXPECT_NE(one, other);
  EXPECT_FALSE(std::ranges::is_sorted(one));
  EXPECT_EQ(one.size(), pages);
}

}  // namespace
}  // namespace tutti
