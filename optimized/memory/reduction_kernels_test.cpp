#include "optimized/memory/reduction_kernels.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <vector>

namespace tutti {
namespace {

/// Computes left op right on elements that begin at an odd address, with the result in either
/// operand.
template <class T>
std::vector<T> combined(MPI_Datatype type, MPI_Op op, const std::vector<T>& left,
                        const std::vector<T>& right, bool into_left) {
  const auto bytes = left.size() * sizeof(T);
  std::vector<char> a(bytes + 1), b(bytes + 1);
  std::memcpy(a.data() + 1, left.data(), bytes);
  std::memcpy(b.data() + 1, right.data(), bytes);
  auto* const out = (into_left ? a : b).data() + 1;
  find_kernel(type, op)(a.data() + 1, b.data() + 1, out, static_cast<std::int64_t>(left.size()));
  std::vector<T> result(left.size());
  std::memcpy(result.data(), out, bytes);
  return result;
}

TEST(ReductionKernels, CombineLikeTheOperationWhereverTheElementsLie) {
  std::vector<int> left, right, sum, maximum;
  for (int i = 0; i < 67; ++i) {
    left.push_back(i * 5 - 100);
    right.push_back(100 - 7 * i);
    sum.push_back(left.back() + right.back());
    maximum.push_back(std::max(left.back(), right.back()));
  }
  for (const bool into_left : {true, false}) {
    EXPECT_EQ(combined(MPI_INT, MPI_SUM, left, right, into_left), sum);
    EXPECT_EQ(combined(MPI_INT, MPI_MAX, left, right, into_left), maximum);
  }
}

TEST(ReductionKernels, OrderUnsignedIntegersAsWhatTheyAre) {
  const std::vector<unsigned> left{1, 0xffffffffu}, right{0x80000000u, 2};
  EXPECT_EQ(combined(MPI_UNSIGNED, MPI_MAX, left, right, true),
            (std::vector<unsigned>{0x80000000u, 0xffffffffu}));
  EXPECT_EQ(combined(MPI_UNSIGNED, MPI_MIN, left, right, true), (std::vector<unsigned>{1, 2}));
}

TEST(ReductionKernels, WrapAround) {
  const std::vector<short> large{std::numeric_limits<short>::max(), -300}, two{2, 300};
  EXPECT_EQ(combined(MPI_SHORT, MPI_SUM, large, two, true), (std::vector<short>{-32767, 0}));
  EXPECT_EQ(combined(MPI_SHORT, MPI_PROD, large, two, true), (std::vector<short>{-2, -24464}));
}

TEST(ReductionKernels, TakeAnythingButZeroForTrue) {
  const std::vector<long> left{0, 4, 0, -1}, right{0, 0, 2, 8};
  EXPECT_EQ(combined(MPI_LONG, MPI_LAND, left, right, true), (std::vector<long>{0, 0, 0, 1}));
  EXPECT_EQ(combined(MPI_LONG, MPI_LOR, left, right, true), (std::vector<long>{0, 1, 1, 1}));
  EXPECT_EQ(combined(MPI_LONG, MPI_LXOR, left, right, true), (std::vector<long>{0, 1, 1, 0}));
}

TEST(ReductionKernels, LeaveOtherOperationsToTheLibrary) {
  EXPECT_EQ(find_kernel(MPI_DOUBLE_INT, MPI_MAXLOC), nullptr);
  EXPECT_EQ(find_kernel(MPI_DOUBLE, MPI_BAND), nullptr);
  EXPECT_EQ(find_kernel(MPI_LONG_DOUBLE, MPI_SUM), nullptr);
}

}  // namespace
}  // namespace tutti
