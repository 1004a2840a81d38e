#include "contract/op_defined_on_datatype.hpp"

#include <gtest/gtest.h>

#include <complex>

namespace tutti {
namespace {

/// Returns true if the library reduces one element of the type with the operation.
bool library_takes(MPI_Op op, MPI_Datatype type) {
  alignas(16) std::byte left[64] = {}, right[64] = {};
  return PMPI_Reduce_local(left, right, 1, type, op) == MPI_SUCCESS;
}

TEST(OpDefinedOnDatatype, WhatIsDefinedLibrariesTake) {
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  int defined = 0;
  for (const auto op : {MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_BAND,
                        MPI_BOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC})
    for (const auto type :
         {MPI_CHAR, MPI_SIGNED_CHAR, MPI_INT, MPI_UINT64_T, MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE,
          MPI_C_BOOL, MPI_C_DOUBLE_COMPLEX, MPI_BYTE, MPI_AINT, MPI_2INT, MPI_DOUBLE_INT}) {
      if (!is_defined(op, type)) continue;
      ++defined;
      EXPECT_TRUE(library_takes(op, type)) << op << ' ' << type;
    }
  EXPECT_EQ(defined, 2 * 7 + 2 * 8 + 3 * 4 + 3 * 5 + 2 * 2);
}

TEST(OpDefinedOnDatatype, OthersAreNot) {
  EXPECT_FALSE(is_defined(MPI_BAND, MPI_DOUBLE));
  EXPECT_FALSE(is_defined(MPI_MAX, MPI_C_DOUBLE_COMPLEX));
  EXPECT_FALSE(is_defined(MPI_SUM, MPI_2INT));
  EXPECT_FALSE(is_defined(MPI_SUM, MPI_CHAR));
  EXPECT_FALSE(is_defined(MPI_REPLACE, MPI_INT));
  MPI_Datatype two = MPI_DATATYPE_NULL;
  PMPI_Type_contiguous(2, MPI_INT, &two);
  EXPECT_FALSE(is_defined(MPI_SUM, two));
  PMPI_Type_free(&two);
}

}  // namespace
}  // namespace tutti
