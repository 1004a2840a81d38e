#include "harness/verify/fault_class.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

bool explains(const char* minimal, const char* other) {
  return meets(class_of(parse_case(minimal)), parse_case(other));
}

TEST(FaultClass, IsMetByACaseThatHasAllItNeeds) {
  constexpr auto fault = "tutti-case 1 ranks=3 mode=nonblocking | alltoallv counts=1 in_place=yes";
  EXPECT_TRUE(explains(fault, fault));
  EXPECT_TRUE(
      explains(fault,
               "tutti-case 1 ranks=4 group=reversed mode=nonblocking repetitions=3 | barrier | "
               "alltoallv counts=20000 element=float64 in_place=yes receive_layouts=gaps"));
}

TEST(FaultClass, IsNotMetByACaseThatLacksSomething) {
  constexpr auto fault =
      "tutti-case 1 ranks=3 mode=nonblocking | allgatherv counts=1,0,1 in_place=yes";
  for (const auto* other :
       {"tutti-case 1 ranks=2 mode=nonblocking | allgatherv counts=1,0,1 in_place=yes",
        "tutti-case 1 ranks=3 | allgatherv counts=1,0,1 in_place=yes",
        "tutti-case 1 ranks=3 mode=persistent | allgatherv counts=1,0,1 in_place=yes",
        "tutti-case 1 ranks=3 mode=nonblocking | allgatherv counts=1,0,1",
        "tutti-case 1 ranks=3 mode=nonblocking | allgatherv counts=1,2,1 in_place=yes",
        "tutti-case 1 ranks=3 mode=nonblocking | gatherv counts=1,0,1 in_place=yes",
        "tutti-case 1 subject=pmpi ranks=3 mode=nonblocking | allgatherv counts=1,0,1 "
        "in_place=yes"})
    EXPECT_FALSE(explains(fault, other)) << other;
}

TEST(FaultClass, OfLongMessagesIsNotMetByShortOnes) {
  constexpr auto fault = "tutti-case 1 ranks=2 | bcast counts=20000";
  EXPECT_FALSE(explains(fault, "tutti-case 1 ranks=2 | bcast counts=100"));
  EXPECT_TRUE(explains(fault, "tutti-case 1 ranks=2 | bcast counts=30000"));
}

TEST(FaultClass, TellsOperatorsApartByWhatMatters) {
  constexpr auto sum = "tutti-case 1 ranks=2 | allreduce counts=1 op=sum";
  constexpr auto ordered = "tutti-case 1 ranks=2 | allreduce counts=1 element=int_int op=affine";
  EXPECT_TRUE(explains(sum, "tutti-case 1 ranks=2 | allreduce counts=1 op=user_sum"));
  EXPECT_FALSE(explains(ordered, sum));
  EXPECT_FALSE(explains("tutti-case 1 ranks=2 | allreduce counts=1 op=max", sum));
}

TEST(FaultClass, MayNeedAnotherOperation) {
  constexpr auto fault = "tutti-case 1 ranks=2 | bcast counts=1 | bcast counts=1 root=1";
  EXPECT_FALSE(explains(fault, "tutti-case 1 ranks=2 | bcast counts=1 root=1"));
  EXPECT_TRUE(explains(fault, "tutti-case 1 ranks=2 | bcast counts=1 root=1 | bcast counts=4"));
}

TEST(FaultClass, OfACollectiveIsMetByLawsAboutIt) {
  constexpr auto law =
      "tutti-case 1 ranks=2 law=scan_is_exscan_then_own | allreduce counts=1 op=sum";
  EXPECT_TRUE(explains("tutti-case 1 ranks=2 | exscan counts=1 op=sum", law));
  EXPECT_FALSE(explains("tutti-case 1 ranks=2 | bcast counts=1", law));
  EXPECT_FALSE(explains("tutti-case 1 ranks=2 mode=nonblocking | exscan counts=1 op=sum", law));
  EXPECT_TRUE(explains(law, law));
  EXPECT_FALSE(explains(law, "tutti-case 1 ranks=2 | exscan counts=1 op=sum"));
}

TEST(FaultClass, NamesWhatItNeeds) {
  EXPECT_EQ(to_text(class_of(parse_case("tutti-case 1 ranks=2 mode=nonblocking | alltoallv "
                                        "counts=70000 in_place=yes delays_us=5"))),
            "mpi alltoallv: 2 ranks, blocks of 64 KiB, delays_us, in_place=yes, mode=nonblocking");
}

}  // namespace
}  // namespace tutti
