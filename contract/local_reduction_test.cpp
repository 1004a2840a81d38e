#include "contract/local_reduction.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "contract/float128.hpp"

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

TEST(ReduceLocal, CombinesAllBitsOfReal16) {
  if (MPI_REAL16 == MPI_DATATYPE_NULL) return;
  const Float128 fine = Float128{1} / 3;
  const Float128 in[] = {fine, -2};
  Float128 sum[] = {1, 5}, product[] = {3, 7}, greatest[] = {1, 5}, least[] = {1, 5};
  reduce_local(in, sum, 2, MPI_REAL16, MPI_SUM);
  reduce_local(in, product, 2, MPI_REAL16, MPI_PROD);
  reduce_local(in, greatest, 2, MPI_REAL16, MPI_MAX);
  reduce_local(in, least, 2, MPI_REAL16, MPI_MIN);
  EXPECT_TRUE(sum[0] == fine + 1 && sum[1] == 3);
  EXPECT_TRUE(product[0] == fine * 3 && product[1] == -14);
  EXPECT_TRUE(greatest[0] == 1 && greatest[1] == 5);
  EXPECT_TRUE(least[0] == fine && least[1] == -2);
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
