#include "optimized/overlap/pending_pages.hpp"

#include <gtest/gtest.h>

namespace tutti::overlap {
namespace {

/// Returns an address that no test accesses.
std::byte* at(std::size_t bytes) {
  return reinterpret_cast<std::byte*>(std::uintptr_t{1} << 30) + bytes;
}

class PendingPagesTest : public testing::Test {
 protected:
  void arrive(std::size_t begin, std::size_t end) {
    complete_.clear();
    pending_.arrived(at(begin), at(end), [this](Pages run) {
      complete_.emplace_back((run.begin - at(0)) / page_, (run.end - at(0)) / page_);
    });
  }

  const std::size_t page_ = page_bytes();
  PendingPages pending_{{at(page_), at(5 * page_)}};
  using Runs = std::vector<std::pair<std::size_t, std::size_t>>;
  Runs complete_;  ///< of the last arrival: first page, and one past the last
};

TEST_F(PendingPagesTest, one_arrival_completes_all) {
  pending_.expect(at(page_ / 2), at(6 * page_));
  arrive(page_ / 2, 6 * page_);
  EXPECT_EQ(complete_, (Runs{{1, 5}}));
}

TEST_F(PendingPagesTest, a_page_waits_for_all_of_its_bytes) {
  pending_.expect(at(0), at(5 * page_));
  arrive(0, 2 * page_ - 1);
  EXPECT_EQ(complete_, Runs{});
  arrive(2 * page_ - 1, 2 * page_);
  EXPECT_EQ(complete_, (Runs{{1, 2}}));
}

TEST_F(PendingPagesTest, blocks_share_a_page) {
  pending_.expect(at(page_), at(page_ + 10));
  pending_.expect(at(page_ + 20), at(2 * page_ + 30));
  arrive(page_ + 20, 2 * page_ + 30);
  EXPECT_EQ(complete_, (Runs{{2, 3}}));
  arrive(page_, page_ + 10);
  EXPECT_EQ(complete_, (Runs{{1, 2}}));
}

TEST_F(PendingPagesTest, pages_complete_in_any_order) {
  pending_.expect(at(page_), at(5 * page_));
  arrive(4 * page_, 5 * page_);
  EXPECT_EQ(complete_, (Runs{{4, 5}}));
  arrive(page_, 4 * page_);
  EXPECT_EQ(complete_, (Runs{{1, 4}}));
}

TEST_F(PendingPagesTest, an_arrival_tells_of_nothing_that_was_complete_before) {
  pending_.expect(at(page_), at(5 * page_));
  arrive(page_, 2 * page_ + 1);
  arrive(2 * page_ + 1, 3 * page_ + 1);
  EXPECT_EQ(complete_, (Runs{{2, 3}}));
}

TEST_F(PendingPagesTest, nothing_is_expected_between_blocks) {
  pending_.expect(at(page_), at(page_ + 1));
  pending_.expect(at(4 * page_), at(4 * page_ + 1));
  Runs vacant;
  pending_.for_each_vacant([&](Pages run) {
    vacant.emplace_back((run.begin - at(0)) / page_, (run.end - at(0)) / page_);
  });
  EXPECT_EQ(vacant, (Runs{{2, 4}}));
}

TEST_F(PendingPagesTest, an_empty_arrival_completes_nothing) {
  pending_.expect(at(page_), at(5 * page_));
  arrive(page_ + 5, page_ + 5);
  EXPECT_EQ(complete_, Runs{});
}

}  // namespace
}  // namespace tutti::overlap
