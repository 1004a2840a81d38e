#include "harness/gate/gate_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tutti {
namespace {

GateResults results_with(std::vector<GateFinding> findings) {
  return {.library = "MPICH Version: 5.0",
          .kinds = {{"mpi", 2}},
          .launches = {{.kind = {"mpi", 2}, .seed = 1, .cases = 70, .seconds = 3, .ended = "well"}},
          .findings = std::move(findings)};
}

GateFinding finding(FindingStatus status) {
  return {.status = status,
          .target = "mpi",
          .what = {"rank 0 got <5> & not 7"},
          .replay = "tutti-case 1 | barrier",
          .fault_class = "mpi barrier: 1 ranks",
          .reason = "issue 17"};
}

int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(GateVerdict, DependsOnWhatIsNewAndOnWhatCouldNotBeTried) {
  EXPECT_TRUE(results_with({}).holds());
  EXPECT_TRUE(results_with({finding(FindingStatus::known), finding(FindingStatus::note)}).holds());
  EXPECT_FALSE(results_with({finding(FindingStatus::fresh)}).holds());
  EXPECT_FALSE(results_with({finding(FindingStatus::untried)}).holds());
  auto fixed = results_with({finding(FindingStatus::fixed)});
  EXPECT_TRUE(fixed.holds());
  fixed.strict = true;
  EXPECT_FALSE(fixed.holds());
}

TEST(GateVerdict, FailsIfAKindOfLaunchNeverEndedWell) {
  auto results = results_with({});
  results.kinds.push_back({"mpi", 64});
  EXPECT_FALSE(results.holds());
  results.launches.push_back({.kind = {"mpi", 64}, .ended = "not in time"});
  EXPECT_FALSE(results.holds());
  EXPECT_NE(to_text(results).find("mpi on 64 ranks never ended well"), std::string::npos);
  results.launches.push_back({.kind = {"mpi", 64}, .ended = "well"});
  EXPECT_TRUE(results.holds());
}

TEST(GateReport, OfJunitFailsWhatIsNewAndSkipsWhatIsKnown) {
  const auto xml =
      to_junit(results_with({finding(FindingStatus::known), finding(FindingStatus::fresh)}));
  EXPECT_EQ(occurrences(xml, "<testcase "), 3);
  EXPECT_EQ(occurrences(xml, "<failure "), 1);
  EXPECT_EQ(occurrences(xml, "<skipped "), 1);
  EXPECT_NE(xml.find("tests=\"3\" failures=\"1\" skipped=\"1\""), std::string::npos);
  EXPECT_NE(xml.find("&lt;5&gt; &amp; not 7"), std::string::npos);
}

TEST(GateReport, OfJsonHasTheVerdictAndEachFinding) {
  const auto json = to_json(results_with({finding(FindingStatus::fresh)}));
  EXPECT_EQ(json["verdict"], "fail");
  EXPECT_EQ(json["findings"][0]["status"], "new");
  EXPECT_EQ(json["findings"][0]["class"], "mpi barrier: 1 ranks");
}

TEST(GateReport, EndsWithTheVerdict) {
  EXPECT_TRUE(to_text(results_with({})).ends_with("verdict: nothing new\n"));
  EXPECT_TRUE(
      to_text(results_with({finding(FindingStatus::fresh)})).ends_with("verdict: fails: 1 new\n"));
}

}  // namespace
}  // namespace tutti
