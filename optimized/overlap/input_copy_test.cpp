#include "optimized/overlap/input_copy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "optimized/overlap/protectable_pages.hpp"

namespace tutti::overlap {
namespace {

constexpr int each = 100'000;

/// Two blocks, of which the second lies before the first.
class InputCopyTest : public testing::Test {
 protected:
  InputCopyTest() : data_(3 * each) { std::iota(data_.begin(), data_.end(), 0); }

  Call call() {
    return {.collective = Collective::alltoallv,
            .send = data_.data(),
            .send_counts = counts_.data(),
            .send_displacements = displacements_.data(),
            .send_type = MPI_INT,
            .receive = received_.data(),
            .receive_counts = counts_.data(),
            .receive_displacements = displacements_.data(),
            .receive_type = MPI_INT,
            .comm = MPI_COMM_SELF};
  }
  static const std::byte* at(const InputCopy& input, int element) {
    return reinterpret_cast<const std::byte*>(static_cast<const int*>(input.call().send) + element);
  }
  static Pages pages(int* begin, int* end) {
    return {reinterpret_cast<std::byte*>(begin), reinterpret_cast<std::byte*>(end)};
  }

  std::vector<int> data_, received_ = std::vector<int>(3 * each);
  std::array<int, 2> counts_{each, each}, displacements_{2 * each, 0};
};

TEST_F(InputCopyTest, HasFirstWhatTheNextRankGetsAndAlwaysAllOfOtherMemory) {
  constexpr std::int64_t block_bytes = each * sizeof(int);
  InputCopy input(call(), 0, 2);
  EXPECT_FALSE(input.has(at(input, each), 1));
  EXPECT_TRUE(input.has(reinterpret_cast<const std::byte*>(received_.data()), block_bytes));
  ASSERT_TRUE(input.copy_next());
  EXPECT_TRUE(input.has(at(input, each), 1));
  EXPECT_FALSE(input.has(at(input, each), block_bytes));
  EXPECT_FALSE(input.has(at(input, 0), 1));
  input.copy_all();
  EXPECT_FALSE(input.copy_next());
  EXPECT_TRUE(input.has(at(input, each), block_bytes));
  EXPECT_TRUE(input.has(at(input, 0), block_bytes));
}

TEST_F(InputCopyTest, IsWhatTheProgramSends) {
  InputCopy input(call(), 0, 2);
  input.copy_all();
  std::ranges::fill(data_, -1);
  const int* const sent = static_cast<const int*>(input.call().send);
  for (int block = 0; block < 2; ++block)
    for (int i = 0; i < each; ++i)
      ASSERT_EQ(sent[input.call().send_displacements[block] + i], displacements_[block] + i);
}

TEST_F(InputCopyTest, WhatStaysGoesToWhereItIsReceived) {
  InputCopy input(call(), 0, 2);
  ASSERT_TRUE(input.has_block_for_itself());
  input.copy_available();
  EXPECT_FALSE(input.has(at(input, 0), each * sizeof(int)));
  EXPECT_FALSE(input.is_complete());
  input.deliver_to(reinterpret_cast<std::byte*>(received_.data() + 2 * each));
  input.copy_available();
  EXPECT_TRUE(input.is_complete());
  EXPECT_TRUE(input.has(at(input, 0), each * sizeof(int)));
  EXPECT_TRUE(input.is_delivered(at(input, 0)));
  EXPECT_FALSE(input.is_delivered(at(input, each)));
  EXPECT_TRUE(std::equal(data_.begin() + 2 * each, data_.end(), received_.begin() + 2 * each));
  EXPECT_EQ(received_.front(), 0);
}

TEST_F(InputCopyTest, WhatStaysMayBeNothing) {
  counts_[0] = 0;
  InputCopy input(call(), 0, 2);
  EXPECT_FALSE(input.has_block_for_itself());
  input.copy_available();
  EXPECT_TRUE(input.is_complete());
  EXPECT_TRUE(input.has(at(input, 0), each * sizeof(int)));
}

TEST_F(InputCopyTest, MayHaveMoreThanIntsCount) {
  Call large = call();
  large.send_type = large.receive_type = MPI_CHAR;
  counts_ = {1 << 30, 1 << 30};
  displacements_ = {0, 0};
  EXPECT_TRUE(receive_blocks_of(large, 0, 2).has_value());
  const InputCopy input(large, 0, 2);
  EXPECT_EQ(input.call().send_displacements[1], MPI_Aint{1} << 30);
}

TEST_F(InputCopyTest, LiesWhereTheProgramSendsFrom) {
  const InputCopy input(call(), 0, 2);
  int* const begin = data_.data();
  EXPECT_TRUE(input.lies_in(pages(begin + each - 1, begin + each)));
  EXPECT_FALSE(input.lies_in(pages(begin + each, begin + 2 * each)));
  EXPECT_TRUE(input.lies_in(pages(begin + each, begin + 2 * each + 1)));
}

}  // namespace
}  // namespace tutti::overlap
