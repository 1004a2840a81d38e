#include "contract/local_reduction.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace tutti {
namespace {

template <class Unsigned>
void expect_unsigned_order(MPI_Datatype type) {
  const Unsigned small = 3, large = std::numeric_limits<Unsigned>::max() - 2;
  const Unsigned in[] = {small, large, small};
  Unsigned greatest[] = {large, small, small}, least[] = {large, small, small};
  reduce_local(in, greatest, 3, type, MPI_MAX);
  reduce_local(in, least, 3, type, MPI_MIN);
  EXPECT_EQ(greatest[0], large);
  EXPECT_EQ(greatest[1], large);
  EXPECT_EQ(greatest[2], small);
  EXPECT_EQ(least[0], small);
  EXPECT_EQ(least[1], small);
  EXPECT_EQ(least[2], small);
}

TEST(ReduceLocal, OrdersUnsignedIntegersAsSuch) {
  expect_unsigned_order<unsigned char>(MPI_UNSIGNED_CHAR);
  expect_unsigned_order<unsigned short>(MPI_UNSIGNED_SHORT);
  expect_unsigned_order<unsigned>(MPI_UNSIGNED);
  expect_unsigned_order<unsigned long>(MPI_UNSIGNED_LONG);
  expect_unsigned_order<std::uint8_t>(MPI_UINT8_T);
  expect_unsigned_order<std::uint64_t>(MPI_UINT64_T);
}

TEST(ReduceLocal, LeavesTheRestToMpi) {
  const int in[] = {-5, 7};
  int sum[] = {1, 2}, least[] = {1, 2};
  reduce_local(in, sum, 2, MPI_INT, MPI_SUM);
  reduce_local(in, least, 2, MPI_INT, MPI_MIN);
  EXPECT_EQ(sum[0], -4);
  EXPECT_EQ(sum[1], 9);
  EXPECT_EQ(least[0], -5);
  EXPECT_EQ(least[1], 2);
}

TEST(ReduceLocal, DoesNothingWithNothing) {
  reduce_local(nullptr, nullptr, 0, MPI_BYTE, MPI_MINLOC);
}

}  // namespace
}  // namespace tutti
