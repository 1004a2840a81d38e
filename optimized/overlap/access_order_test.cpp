#include "optimized/overlap/access_order.hpp"

#include <gtest/gtest.h>

#include "optimized/overlap/sub_messages.hpp"
#include "optimized/overlap/test_memory.hpp"

namespace tutti::overlap {
namespace {

std::vector<std::size_t> turns(const AccessOrder& order, std::size_t sub_messages) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < sub_messages; ++i) result.push_back(order.turn(i));
  return result;
}

AccessOrder observed(const std::vector<std::size_t>& accesses) { return AccessOrder(accesses); }

using Turns = std::vector<std::size_t>;

TEST(AccessOrder, IsForwardWhereNothingWasObserved) {
  EXPECT_EQ(turns({}, 4), Turns({0, 1, 2, 3}));
  EXPECT_EQ(turns(observed({}), 4), Turns({0, 1, 2, 3}));
}

TEST(AccessOrder, GivesTurnsByFirstAccesses) {
  EXPECT_EQ(turns(observed({3, 1, 2, 0}), 4), Turns({3, 1, 2, 0}));
  EXPECT_EQ(turns(observed({2, 0, 3, 1}), 4), Turns({1, 3, 0, 2}));
  EXPECT_EQ(turns(observed({1, 1, 0, 1}), 2), Turns({1, 0}));
}

TEST(AccessOrder, LeavesWhatWasNotObservedBehindForward) {
  EXPECT_EQ(turns(observed({3, 1}), 6), Turns({2, 1, 3, 0, 4, 5}));
  EXPECT_EQ(turns(observed({0}), 3), Turns({0, 1, 2}));
}

TEST(SubMessages, AreFewAndCoverAllPages) {
  for (const std::size_t count : {1u, 7u, 8u, 9u, 300u, 512u, 513u, 5000u}) {
    const TestMemory memory(count);
    const Pages all = memory.pages();
    const SubMessages parts(all);
    EXPECT_LE(parts.count(), SubMessages::count_max);
    EXPECT_EQ(parts.bytes_each() % SubMessages::bytes_min, 0u);
    const std::byte* reached = all.begin;
    for (std::size_t i = 0; i < parts.count(); ++i) {
      EXPECT_EQ(parts[i].begin, reached);
      EXPECT_EQ(parts.index(parts[i].begin), i);
      EXPECT_EQ(parts.index(parts[i].end - 1), i);
      reached = parts[i].end;
    }
    EXPECT_EQ(reached, all.end);
  }
}

}  // namespace
}  // namespace tutti::overlap
