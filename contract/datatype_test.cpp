#include "contract/datatype.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "contract/mpi_handle.hpp"

namespace tutti {
namespace {

Datatype indexed(int first, int second) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  const int lengths[] = {1, 1}, places[] = {first, second};
  PMPI_Type_indexed(2, lengths, places, MPI_INT, &type);
  PMPI_Type_commit(&type);
  return Datatype(type);
}

Datatype contiguous(int count, MPI_Datatype of) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  PMPI_Type_contiguous(count, of, &type);
  PMPI_Type_commit(&type);
  return Datatype(type);
}

TEST(Datatype, IsPackedOnlyIfMemoryIsInTheOrderOfTheMessage) {
  EXPECT_TRUE(is_packed(MPI_INT));
  EXPECT_TRUE(is_packed(contiguous(3, MPI_INT).get()));
  EXPECT_TRUE(is_packed(contiguous(2, contiguous(3, MPI_CHAR).get()).get()));
  EXPECT_FALSE(is_packed(MPI_SHORT_INT));        // has a gap
  EXPECT_FALSE(is_packed(indexed(1, 0).get()));  // no gap, but the second element comes first
  EXPECT_FALSE(is_packed(contiguous(2, indexed(1, 0).get()).get()));
}

TEST(Datatype, MemoryHoldsElementsBelowItsAddress) {
  const auto type = indexed(-3, -1);
  const TypedMemory memory(type.get(), 2);
  ASSERT_NE(memory.address(), nullptr);
  for (int element = 0; element < 2; ++element) {
    auto* members = reinterpret_cast<int*>(element_at(memory.address(), element, type.get()));
    members[-3] = element;  // the address sanitizer would report these if they were outside
    members[-1] = element;
  }
  EXPECT_EQ(reinterpret_cast<int*>(memory.address())[-3], 0);
}

TEST(Datatype, MemoryForElementsOfWhichTheDatatypeHoldsTheAddress) {
  for (const MPI_Aint address : {MPI_Aint{0x7ffc'dead'0008}, MPI_Aint{16}}) {
    constexpr int length = 1;
    MPI_Datatype made = MPI_DATATYPE_NULL;
    PMPI_Type_create_hindexed(1, &length, &address, MPI_INT, &made);
    const Datatype type(made);
    std::vector<TypedMemory> memory;
    for (int i = 0; i < 64; ++i) {
      memory.emplace_back(type.get(), 1);
      std::memset(memory.back().address() + address, i, sizeof(int));  // else a crash, or a report
    }
  }
}

TEST(Datatype, NoMemoryForNoElements) { EXPECT_EQ(TypedMemory(MPI_INT, 0).address(), nullptr); }

}  // namespace
}  // namespace tutti
