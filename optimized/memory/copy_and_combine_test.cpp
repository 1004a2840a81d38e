#include "optimized/memory/copy_and_combine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "contract/datatype.hpp"
#include "contract/mpi_handle.hpp"

namespace tutti {
namespace {

class CopyAndCombine : public testing::Test {
 protected:
  template <class T, std::size_t n>
  static TypedRun run_of(std::array<T, n>& values, MPI_Datatype type, std::int64_t count) {
    return {reinterpret_cast<std::byte*>(values.data()), count, type};
  }
  /// Pairs of ints with one int between them.
  static Datatype vector() {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    PMPI_Type_vector(2, 1, 2, MPI_INT, &type);
    PMPI_Type_commit(&type);
    return Datatype(type);
  }

  Team team_{MPI_COMM_WORLD};
};

TEST_F(CopyAndCombine, CountsBeyondAnIntBecomeOneElementOfALargerType) {
  constexpr std::int64_t count = 3'000'000'001;
  const MpiArguments small({nullptr, 7, MPI_INT});
  EXPECT_EQ(small.count(), 7);
  EXPECT_EQ(small.type(), MPI_INT);
  const MpiArguments large({nullptr, count, MPI_BYTE});
  EXPECT_EQ(large.count(), 1);
  EXPECT_EQ(packed_bytes(large.type()), count);
  EXPECT_EQ(extent_of(large.type()), count);
}

TEST_F(CopyAndCombine, PackAndUnpackLeaveGapsAlone) {
  const auto type = vector();
  std::array<int, 6> from{1, -1, 2, 3, -1, 4}, to{};
  std::array<int, 4> packed{};
  auto* const bytes = reinterpret_cast<std::byte*>(packed.data());
  EXPECT_EQ(pack(run_of(from, type.get(), 2), bytes, team_), bytes + sizeof packed);
  EXPECT_EQ(packed, (std::array{1, 2, 3, 4}));
  EXPECT_EQ(unpack(bytes, run_of(to, type.get(), 2), team_), bytes + sizeof packed);
  EXPECT_EQ(to, (std::array{1, 0, 2, 3, 0, 4}));
}

TEST_F(CopyAndCombine, PacksAndUnpacksWhatADatatypeHoldsTheAddressOf) {
  const auto pairs = vector();
  std::array<int, 6> from{1, -1, 2, 3, -1, 4};
  constexpr int length = 2;
  MPI_Aint address = 0;
  MPI_Datatype placed = MPI_DATATYPE_NULL;
  PMPI_Get_address(from.data(), &address);
  PMPI_Type_create_hindexed(1, &length, &address, pairs.get(), &placed);
  PMPI_Type_commit(&placed);
  const Datatype type(placed);
  const TypedRun run{static_cast<std::byte*>(MPI_BOTTOM), 1, type.get()};
  std::array<int, 4> packed{};
  auto* const bytes = reinterpret_cast<std::byte*>(packed.data());
  EXPECT_EQ(pack(run, bytes, team_), bytes + sizeof packed);
  EXPECT_EQ(packed, (std::array{1, 2, 3, 4}));
  packed = {5, 6, 7, 8};
  EXPECT_EQ(unpack(bytes, run, team_), bytes + sizeof packed);
  EXPECT_EQ(from, (std::array{5, -1, 6, 7, -1, 8}));
}

TEST_F(CopyAndCombine, CopiesBetweenDatatypesOfTheSameSignature) {
  const auto type = vector();
  std::array<int, 4> from{1, 2, 3, 4};
  std::array<int, 6> to{};
  copy(run_of(from, MPI_INT, 4), run_of(to, type.get(), 2), team_);
  EXPECT_EQ(to, (std::array{1, 0, 2, 3, 0, 4}));
}

TEST_F(CopyAndCombine, CombinesInTheOrderAskedFor) {
  MPI_Op op = MPI_OP_NULL;  // keeps the left operand
  PMPI_Op_create(
      [](void* in, void* inout, int* count, MPI_Datatype*) {
        std::copy_n(static_cast<int*>(in), *count, static_cast<int*>(inout));
      },
      0, &op);
  const UserOperator left(op);
  std::array source{1}, before{2}, after{3};
  combine(run_of(source, MPI_INT, 1), run_of(before, MPI_INT, 1), Order::before, op, team_);
  combine(run_of(source, MPI_INT, 1), run_of(after, MPI_INT, 1), Order::after, op, team_);
  EXPECT_EQ(before[0], 1);
  EXPECT_EQ(after[0], 3);
  EXPECT_EQ(source[0], 1);
}

TEST_F(CopyAndCombine, CombinesNothingWhateverTheOperation) {
  combine({}, {}, Order::before, MPI_MINLOC, team_);
  combine({}, {}, Order::after, MPI_MINLOC, team_);
}

}  // namespace
}  // namespace tutti
