#include "optimized/memory/packed_runs.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

/// Three runs, of 5, 0 and 4 ints.
class PackedRunsTest : public testing::Test {
 protected:
  using Moves = std::vector<std::pair<std::ptrdiff_t, std::int64_t>>;  ///< first int, count of ints

  auto recorder() {
    return [this](const TypedRun& elements, const std::byte* packed) {
      // Runs and packed form have the same layout here, so that one number describes both.
      EXPECT_EQ(elements.address - memory_, packed - packed_);
      moves_.emplace_back((packed - packed_) / 4, elements.count);
    };
  }

  std::byte memory_[36], packed_[36];
  PackedRuns runs_{{{memory_, 5, MPI_INT}, {memory_, 0, MPI_INT}, {memory_ + 20, 4, MPI_INT}},
                   packed_};
  Moves moves_;
};

TEST_F(PackedRunsTest, WhatIsNeededIsMovedOnceAndByWholeElements) {
  runs_.need({0, 6}, recorder());
  runs_.need({2, 6}, recorder());
  runs_.need({7, 1}, recorder());
  EXPECT_EQ(moves_, (Moves{{0, 2}}));
  runs_.need({18, 3}, recorder());
  EXPECT_EQ(moves_, (Moves{{0, 2}, {2, 3}, {5, 1}}));
  runs_.finish(recorder());
  EXPECT_EQ(moves_, (Moves{{0, 2}, {2, 3}, {5, 1}, {6, 3}}));
}

TEST_F(PackedRunsTest, WhatIsLeftAloneIsNotMoved) {
  runs_.leave_alone({20, 16});
  runs_.finish(recorder());
  EXPECT_EQ(moves_, (Moves{{0, 5}}));
}

TEST_F(PackedRunsTest, WhatHasArrivedIsMovedWhenItIsCompleteAndNothingBeforeItIsMissing) {
  runs_.arrived({0, 3}, recorder());
  EXPECT_EQ(moves_, Moves{});
  runs_.arrived({3, 6}, recorder());
  EXPECT_EQ(moves_, (Moves{{0, 2}}));
  runs_.arrived({16, 12}, recorder());  // 9 to 16 are missing, but not in the second run
  EXPECT_EQ(moves_, (Moves{{0, 2}, {5, 2}}));
  runs_.arrived({9, 7}, recorder());
  EXPECT_EQ(moves_, (Moves{{0, 2}, {5, 2}, {2, 2}}));
  runs_.finish(recorder());
  EXPECT_EQ(moves_, (Moves{{0, 2}, {5, 2}, {2, 2}, {4, 1}, {7, 2}}));
}

}  // namespace
}  // namespace tutti
