#include <gtest/gtest.h>

#include "contract/error.hpp"
#include "harness/case/case.hpp"
#include "harness/case/random_case.hpp"

namespace tutti {
namespace {

TEST(CaseText, PrintsOnlyWhatIsNotDefault) {
  Case test{.ranks = 4, .group = Group::reversed, .seed = 7};
  test.operations = {{.collective = Collective::bcast,
                      .root = 1,
                      .counts = {8},
                      .receive_layouts = {Layout::plain, Layout::vector}},
                     {.collective = Collective::barrier}};
  EXPECT_EQ(print(test),
            "tutti-case 1 ranks=4 group=reversed seed=7"
            " | bcast root=1 counts=8 receive_layouts=plain,vector | barrier");
}

TEST(CaseText, ParsesWhatItPrints) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Case test = random_case(seed, 2 + static_cast<int>(seed % 7));
    test.subject = "openmpi:bcast/chain:segment=4096";
    EXPECT_EQ(parse_case(print(test)), test) << print(test);
  }
}

TEST(CaseText, HasWhatARankDoesAlone) {
  for (const auto* line : {"tutti-case 1 | reduce_local counts=5 op=max",
                           "tutti-case 1 ranks=3 group=one_and_rest mode=threads | reduce_local "
                           "counts=5 receive_layouts=gaps op=left large=yes send_offsets=8"})
    EXPECT_EQ(print(parse_case(line)), line);
}

struct Refusal {
  const char* line;
  const char* message;
};

class Refuses : public testing::TestWithParam<Refusal> {};

TEST_P(Refuses, WithTheFieldWhatWasFoundAndWhatIsExpected) {
  try {
    parse_case(GetParam().line);
    FAIL() << "accepted: " << GetParam().line;
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(
    CaseText, Refuses,
    testing::Values(
        Refusal{"", "case: found '', expected a line that begins with 'tutti-case 1'"},
        Refusal{"tutti-case 2 ranks=4 | barrier", "case: found version '2', expected version 1"},
        Refusal{"tutti-case 1 ranks=4", "case: found no operation, expected '| collective'"},
        Refusal{"tutti-case 1 ranks=0 | barrier", "case: ranks: found 0, expected 1 to 1000000"},
        Refusal{"tutti-case 1 ranks=1 group=halves | barrier",
                "case: ranks: found 1, expected 2 to 1000000"},
        Refusal{"tutti-case 1 ranks=x | barrier", "case: ranks: found 'x', expected an integer"},
        Refusal{"tutti-case 1 ranks=2 ranks=2 | barrier",
                "case: ranks: found twice, expected once"},
        Refusal{"tutti-case 1 mode=fast | barrier",
                "case: mode: found 'fast', expected one of blocking, nonblocking, overlapping, "
                "threads, persistent"},
        Refusal{"tutti-case 1 size=2 | barrier",
                "case: no field 'size', expected subject, ranks, group, made_by, mode, completion, "
                "handles, own_messages, made_beside, repetitions, soak, seed, law"},
        Refusal{
            "tutti-case 1 group=grid made_by=split | barrier",
            "case: made_by: found split, expected usual; on one group also dup or idup; without "
            "topology also create, split, split_type or from_group; of 2 ranks or more also "
            "merged"},
        Refusal{"tutti-case 1 ranks=2 group=even_and_odd made_beside=1 | barrier",
                "case: made_beside: found 1, expected 0, on an intercommunicator or with a law"},
        Refusal{"tutti-case 1 | gossip",
                "case: operation 1: no collective 'gossip', expected one of allgather, allgatherv, "
                "allreduce, alltoall, alltoallv, alltoallw, barrier, bcast, exscan, gather, "
                "gatherv, neighbor_allgather, neighbor_allgatherv, neighbor_alltoall, "
                "neighbor_alltoallv, neighbor_alltoallw, reduce, reduce_local, reduce_scatter, "
                "reduce_scatter_block, scan, scatter, scatterv"},
        Refusal{"tutti-case 1 ranks=2 | alltoallw counts=20000000 element=float64",
                "case: operation 1 (alltoallw): counts: found 20000000, expected at most 33554431 "
                "elements in one buffer, with 2 ranks"},
        Refusal{
            "tutti-case 1 ranks=2 group=reversed | neighbor_alltoall counts=1",
            "case: operation 1 (neighbor_alltoall): group: found reversed, expected grid, line, "
            "box or graph"},
        Refusal{"tutti-case 1 group=graph | neighbor_allgather counts=1 in_place=yes",
                "case: operation 1 (neighbor_allgather): in_place: found yes, expected no: "
                "neighbor_allgather has no use for more"},
        Refusal{"tutti-case 1 mode=nonblocking | reduce_local counts=1 op=sum",
                "case: operation 1 (reduce_local): mode: found nonblocking, expected blocking or "
                "threads, since it has no requests"},
        Refusal{"tutti-case 1 | reduce_local counts=1 op=sum in_place=yes",
                "case: operation 1 (reduce_local): in_place: found yes, expected no: reduce_local "
                "has no use for more"},
        Refusal{"tutti-case 1 ranks=1 group=even_and_odd | barrier",
                "case: ranks: found 1, expected 2 to 1000000"},
        Refusal{"tutti-case 1 ranks=2 group=even_and_odd | scan counts=1 op=sum",
                "case: operation 1 (scan): group: found even_and_odd, expected no "
                "intercommunicator, on which MPI does not define it"},
        Refusal{"tutti-case 1 ranks=2 group=one_and_rest | allreduce counts=1 op=sum in_place=yes",
                "case: operation 1 (allreduce): in_place: found yes, expected no, on an "
                "intercommunicator"},
        Refusal{"tutti-case 1 ranks=3 group=one_and_rest | reduce_scatter counts=1 op=sum",
                "case: operation 1 (reduce_scatter): counts: found 1, expected the same sum for "
                "both groups"},
        Refusal{
            "tutti-case 1 | bcast counts=1 run_length=3",
            "case: operation 1 (bcast): run_length: found 3, expected 1, or a multiple of 262144 "
            "bytes, 5368709120 at most"},
        Refusal{
            "tutti-case 1 | bcast counts=3 run_length=1073741824 element=byte",
            "case: operation 1 (bcast): large: found no, expected yes, since ints do not hold its "
            "counts and displacements"},
        Refusal{
            "tutti-case 1 | bcast counts=6 run_length=1073741824 element=byte large=yes",
            "case: operation 1 (bcast): run_length: found 1073741824, expected at most 5368709120 "
            "bytes in one buffer"},
        Refusal{"tutti-case 1 ranks=4 | barrier | bcast root=4 counts=1",
                "case: operation 2 (bcast): root: found 4, expected 0 to 3"},
        Refusal{"tutti-case 1 ranks=5 group=halves | bcast root=2 counts=1",
                "case: operation 1 (bcast): root: found 2, expected 0 to 1"},
        Refusal{"tutti-case 1 | bcast counts=-1",
                "case: operation 1 (bcast): counts: found -1, expected 0 to 536870912"},
        Refusal{"tutti-case 1 | bcast counts=1,,2",
                "case: operation 1 (bcast): counts: found '1,,2', expected an integer, or several "
                "separated by commas"},
        Refusal{"tutti-case 1 | bcast counts=1,2",
                "case: operation 1 (bcast): counts: found 1,2, expected 1: bcast has no use for "
                "more"},
        Refusal{"tutti-case 1 | bcast in_place=yes",
                "case: operation 1 (bcast): in_place: found yes, expected no: bcast has no use for "
                "more"},
        Refusal{"tutti-case 1 | barrier in_place=yes",
                "case: operation 1 (barrier): in_place: found yes, expected no: barrier has no use "
                "for more"},
        Refusal{"tutti-case 1 | allreduce counts=1",
                "case: operation 1 (allreduce): op: found none, expected an operator, since the "
                "collective reduces"},
        Refusal{"tutti-case 1 | allreduce op=band element=float64",
                "case: operation 1 (allreduce): op: found band, expected an operator that is "
                "defined on float64"},
        Refusal{"tutti-case 1 | allreduce op=sum receive_layouts=vector",
                "case: operation 1 (allreduce): receive_layouts: found vector, expected plain, "
                "since MPI's own operators work on MPI's own datatypes only"},
        Refusal{"tutti-case 1 | allreduce op=sum data=rounding",
                "case: operation 1 (allreduce): data: found rounding, expected exact; rounding "
                "goes with sum and prod of floats and sum of complex numbers, overflow with sum "
                "and prod of integers, subnormal with sum, max and min of floats and sum of "
                "complex numbers"},
        Refusal{"tutti-case 1 | bcast receive_offsets=2",
                "case: operation 1 (bcast): receive_offsets: found 2, expected multiples of 4, the "
                "alignment of int32"},
        Refusal{"tutti-case 1 ranks=2 | alltoallv counts=1,2,3,4 in_place=yes",
                "case: operation 1 (alltoallv): counts: found 1,2,3,4, expected as much from rank "
                "1 to 0 as from 0 to 1, since it runs in place"},
        Refusal{"tutti-case 1 ranks=4 | allgather counts=200000000",
                "case: operation 1 (allgather): counts: found 200000000, expected at most "
                "536870912 elements in one buffer, with 4 ranks"}));

}  // namespace
}  // namespace tutti
