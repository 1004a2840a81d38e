#include "harness/gate/accepted_findings.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

constexpr auto hang = "tutti-case 1 ranks=3 mode=nonblocking | alltoallv counts=1 in_place=yes";

AcceptedFinding entry(const std::string& library, const char* line) {
  return {.library = library, .test = parse_case(line), .reason = "reviewed"};
}

TEST(AcceptedFindings, CoverWhatTheBaselineHasForTheLibrary) {
  const AcceptedFindings accepted(
      {entry("Open MPI v4", hang), entry("MPICH", "tutti-case 1 | barrier")},
      "Open MPI v4.1.4, package");
  EXPECT_EQ(accepted.baseline().size(), 1u);
  EXPECT_TRUE(accepted.cover(parse_case(hang)));
  EXPECT_FALSE(accepted.cover(parse_case("tutti-case 1 | barrier")));
}

TEST(AcceptedFindings, CoverWhatWasFoundBefore) {
  AcceptedFindings accepted({}, "Open MPI v4.1.4, package");
  accepted.add({.replay = hang});
  EXPECT_TRUE(accepted.cover(parse_case(hang)));
  const auto next = accepted.for_next_run({});
  ASSERT_EQ(next.size(), 1u);
  EXPECT_EQ(next.front().library, "Open MPI v4.1.4");
  EXPECT_TRUE(next.front().reason.starts_with("not reviewed"));
}

TEST(AcceptedFindings, KeepEntriesForTheNextRunUnlessTheyAreFixed) {
  const AcceptedFindings accepted(
      {entry("Open MPI v4", hang), entry("MPICH", "tutti-case 1 | barrier")},
      "Open MPI v4.1.4, package");
  EXPECT_EQ(accepted.for_next_run({}).size(), 2u);
  const auto next = accepted.for_next_run({{.status = FindingStatus::fixed, .replay = hang}});
  ASSERT_EQ(next.size(), 1u);
  EXPECT_EQ(next.front().library, "MPICH");
}

}  // namespace
}  // namespace tutti
