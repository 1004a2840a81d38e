#include "harness/verify/known_faults.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "harness/case/case.hpp"

namespace tutti {
namespace {

constexpr std::string_view open_mpi_4 = "Open MPI v4.1.4, package: Debian OpenMPI";
constexpr std::string_view open_mpi_5 = "Open MPI v5.0.7, package: Debian OpenMPI";
constexpr std::string_view open_mpi_6 = "Open MPI v6.0.0rc2, package: Debian OpenMPI";
constexpr std::string_view mpich_4_0 = "MPICH Version:      4.0.2";
constexpr std::string_view mpich_5 = "MPICH Version:      5.0.2";

bool meets(const KnownFault& fault, std::string_view line, std::string subject = "mpi") {
  Case test = parse_case(line);
  test.subject = std::move(subject);
  return std::ranges::any_of(
      test.operations, [&](const Operation& operation) { return fault.meets(test, operation); });
}

bool any_meets(std::string_view library, std::string_view line,
               const std::string& subject = "mpi") {
  return std::ranges::any_of(known_faults(library),
                             [&](const KnownFault* fault) { return meets(*fault, line, subject); });
}

TEST(KnownFaults, BelongToVersions) {
  constexpr std::string_view crash =
      "tutti-case 1 ranks=3 | reduce root=2 counts=2049 element=byte op=band in_place=yes";
  EXPECT_TRUE(any_meets(mpich_4_0, crash));
  EXPECT_FALSE(any_meets(mpich_5, crash));
  EXPECT_FALSE(any_meets(open_mpi_4, crash));
}

TEST(KnownFaults, EachIsMetByTheCaseThatShowsIt) {
  for (const auto library : {open_mpi_4, open_mpi_5, open_mpi_6, mpich_4_0, mpich_5})
    for (const KnownFault* fault : known_faults(library))
      EXPECT_TRUE(meets(*fault, fault->replay)) << fault->what;
}

TEST(KnownFaults, LeaveOutNoMoreThanWhatFailsOnIntercommunicators) {
  for (const auto* line :
       {"tutti-case 1 ranks=3 group=one_and_rest | bcast root=2 counts=1",
        "tutti-case 1 ranks=3 group=one_and_rest mode=nonblocking | bcast root=1 counts=1",
        "tutti-case 1 ranks=3 group=one_and_rest | gather counts=5000",
        "tutti-case 1 ranks=3 group=one_and_rest | gather counts=1 send_layouts=gaps"})
    EXPECT_FALSE(any_meets(mpich_5, line)) << line;
  for (const auto* line : {"tutti-case 1 ranks=4 group=even_and_odd | barrier",
                           "tutti-case 1 ranks=2 group=one_and_rest | scatterv counts=5000",
                           "tutti-case 1 ranks=2 mode=persistent handles=all_freed | barrier",
                           "tutti-case 1 ranks=2 mode=nonblocking handles=types_freed | barrier"})
    EXPECT_FALSE(any_meets(open_mpi_4, line)) << line;
}

TEST(KnownFaults, LeaveOutNoMoreThanWhatFailsOfCommunicatorsMadeBeside) {
  for (const auto* line : {"tutti-case 1 ranks=4 group=graph | barrier",
                           "tutti-case 1 ranks=1 group=graph made_beside=40 | barrier",
                           "tutti-case 1 ranks=4 group=grid made_beside=40 | barrier",
                           "tutti-case 1 ranks=4 made_beside=40 | barrier"})
    EXPECT_FALSE(any_meets(open_mpi_4, line)) << line;
  EXPECT_TRUE(any_meets(open_mpi_4, "tutti-case 1 ranks=2 group=graph made_beside=1 | barrier",
                        "bcast/linear:active"));
  for (const auto* line : {"tutti-case 1 ranks=3 made_beside=40 | barrier",
                           "tutti-case 1 ranks=3 mode=threads made_beside=2 | barrier",
                           "tutti-case 1 ranks=3 group=grid mode=threads made_beside=3 | barrier"})
    EXPECT_FALSE(any_meets(mpich_5, line)) << line;
  for (const auto* line : {"tutti-case 1 ranks=1 mode=threads made_beside=3 | barrier",
                           "tutti-case 1 ranks=2 mode=threads made_beside=3 | barrier"})
    EXPECT_TRUE(any_meets(mpich_5, line, "bcast/linear:active")) << line;
}

TEST(KnownFaults, LeaveOutNoMoreThanWhatLeaks) {
  EXPECT_FALSE(
      any_meets(mpich_4_0, "tutti-case 1 soak=400 | gather counts=2 receive_layouts=indexed"));
  EXPECT_FALSE(any_meets(mpich_4_0,
                         "tutti-case 1 mode=nonblocking handles=types_freed | gather "
                         "counts=2 receive_layouts=indexed"));
  EXPECT_TRUE(any_meets(mpich_4_0,
                        "tutti-case 1 ranks=2 group=one_and_rest soak=400 | allgatherv counts=1 "
                        "receive_layouts=resized"));
  EXPECT_FALSE(any_meets(
      mpich_4_0, "tutti-case 1 ranks=2 soak=400 | allgatherv counts=1 receive_layouts=resized"));
  EXPECT_FALSE(any_meets(mpich_4_0,
                         "tutti-case 1 ranks=2 group=one_and_rest soak=400 | allgatherv counts=1"));
  EXPECT_FALSE(any_meets(open_mpi_5, "tutti-case 1 ranks=2 soak=400 | bcast counts=1"));
  EXPECT_FALSE(any_meets(open_mpi_5, "tutti-case 1 ranks=2 mode=persistent | bcast counts=1"));
  EXPECT_FALSE(any_meets(open_mpi_5, "tutti-case 1 mode=persistent soak=400 | bcast counts=1"));
  EXPECT_TRUE(any_meets(open_mpi_5, "tutti-case 1 mode=persistent soak=400 | gather counts=1"));
}

TEST(KnownFaults, LeaveOutNoMoreThanWhatFails) {
  // No rank is idle, and each pair exchanges data, or only messages short enough to be sent
  // eagerly.
  EXPECT_FALSE(any_meets(open_mpi_4,
                         "tutti-case 1 ranks=4 mode=nonblocking | alltoallv "
                         "counts=3,4,0,3,4,3,3,0,0,3,0,0,3,0,0,3 in_place=yes"));
  EXPECT_FALSE(any_meets(open_mpi_4,
                         "tutti-case 1 ranks=2 mode=nonblocking | alltoallv counts=5000,0,0,5000 "
                         "in_place=yes"));
  // Cases that the condition of another fault once covered by mistake.
  EXPECT_TRUE(any_meets(open_mpi_5,
                        "tutti-case 1 ranks=4 mode=overlapping | alltoallv "
                        "counts=0,1802,1509,0,1802,0,852,488,1509,852,0,0,0,488,0,0 "
                        "element=int_int in_place=yes"));
  EXPECT_FALSE(any_meets(open_mpi_5,
                         "tutti-case 1 ranks=3 mode=nonblocking | alltoallv "
                         "counts=0,1,0,1,0,0,0,0,0 in_place=yes | barrier"));
  EXPECT_TRUE(any_meets(
      open_mpi_5, "tutti-case 1 ranks=2 mode=nonblocking | alltoallw counts=1,0,0,0 in_place=yes"));
  for (const auto* counts : {"1,0,0,0,0,0,0,0,0", "0", "1"})
    EXPECT_FALSE(any_meets(open_mpi_5, std::string("tutti-case 1 ranks=3 mode=nonblocking | "
                                                   "alltoallw in_place=yes counts=") +
                                           counts));
  // Of alltoallw: all blocks alike, in place, without displacement, with as many neighbours as ranks.
  EXPECT_FALSE(any_meets(mpich_4_0,
                         "tutti-case 1 ranks=2 mode=nonblocking | alltoallw counts=2 "
                         "receive_layouts=hollow in_place=yes"));
  EXPECT_FALSE(
      any_meets(open_mpi_5, "tutti-case 1 | alltoallw counts=1 scattered=yes in_place=yes"));
  EXPECT_FALSE(any_meets(open_mpi_5, "tutti-case 1 | alltoallw counts=1"));
  EXPECT_FALSE(any_meets(open_mpi_4,
                         "tutti-case 1 ranks=4 group=grid mode=nonblocking | alltoallw counts=1"));
  // With fewer neighbours than ranks, only if datatypes are freed early.
  EXPECT_FALSE(any_meets(open_mpi_4,
                         "tutti-case 1 ranks=3 group=line mode=nonblocking | alltoallw counts=1"));
  EXPECT_TRUE(any_meets(open_mpi_4,
                        "tutti-case 1 ranks=3 group=line mode=nonblocking handles=types_freed | "
                        "alltoallw counts=1"));
  // What a rank does alone sends no message.
  EXPECT_FALSE(
      any_meets(mpich_4_0, "tutti-case 1 | reduce_local counts=5000 element=short_int op=maxloc"));
  EXPECT_FALSE(any_meets(open_mpi_6, "tutti-case 1 mode=threads | reduce_local counts=1 op=sum"));
  // Of neighbourhoods: no two edges between the same ranks.
  EXPECT_FALSE(
      any_meets(mpich_4_0, "tutti-case 1 ranks=3 group=graph | neighbor_alltoallv counts=1"));
  // No rank only receives.
  EXPECT_FALSE(
      any_meets(mpich_4_0, "tutti-case 1 ranks=3 group=graph | neighbor_alltoallw counts=1"));
  EXPECT_FALSE(
      any_meets(mpich_4_0, "tutti-case 1 ranks=5 group=graph | neighbor_alltoallv counts=1"));
  EXPECT_FALSE(any_meets(open_mpi_4,
                         "tutti-case 1 ranks=9 group=grid mode=nonblocking | neighbor_alltoall "
                         "counts=1"));
}

TEST(KnownFaults, ReachOnlyWhatRestsOnWhereTheyAre) {
  constexpr std::string_view lost_end =
      "tutti-case 1 | gather counts=8193 element=int_int send_layouts=resized";
  EXPECT_TRUE(any_meets(open_mpi_6, lost_end, "openmpi:gather/binomial"));
  EXPECT_FALSE(any_meets(open_mpi_6, lost_end, "gather/binomial:active"));

  constexpr std::string_view ring = "tutti-case 1 ranks=32 | allgather counts=1 in_place=yes";
  EXPECT_TRUE(any_meets(open_mpi_6, ring));
  EXPECT_FALSE(any_meets(open_mpi_6, ring, "openmpi:allgather/ring"));

  constexpr std::string_view threads = "tutti-case 1 ranks=4 mode=threads | barrier";
  EXPECT_TRUE(any_meets(open_mpi_6, threads, "openmpi:barrier/linear"));
  EXPECT_TRUE(any_meets(open_mpi_6, threads, "barrier/linear:active"));
  EXPECT_FALSE(any_meets(open_mpi_5, threads, "barrier/linear:active"));
}

TEST(KnownFaults, AreAvoidedByAVariableOfTheEnvironment) {
  const auto avoided = [] {
    return std::ranges::count_if(known_faults(open_mpi_6), &KnownFault::is_avoided);
  };
  unsetenv("OMPI_MCA_btl_sm_fbox_max");
  EXPECT_EQ(avoided(), 0);
  setenv("OMPI_MCA_btl_sm_fbox_max", "4096", 1);
  EXPECT_EQ(avoided(), 0);
  setenv("OMPI_MCA_btl_sm_fbox_max", "0", 1);
  EXPECT_EQ(avoided(), 1);
  unsetenv("OMPI_MCA_btl_sm_fbox_max");
}

TEST(KnownFaults, ExplainOnlyHowTheirCasesEnd) {
  const auto faults = known_faults(open_mpi_5);
  const auto fault = std::ranges::find_if(
      faults, [](const KnownFault* each) { return each->what.starts_with("a local copy"); });
  ASSERT_NE(fault, faults.end());
  EXPECT_TRUE((*fault)->explains({.complaints = {}}));
  EXPECT_TRUE((*fault)->explains({.complaints = {{"wrong"}}}));
  EXPECT_FALSE((*fault)->explains({.complaints = {{"gone"}}, .ended = Ended::crashed}));
  EXPECT_FALSE((*fault)->explains({.complaints = {{"stuck"}}, .ended = Ended::hung}));
}

}  // namespace
}  // namespace tutti
