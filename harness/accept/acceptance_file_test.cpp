#include "harness/accept/acceptance_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "contract/error.hpp"
#include "harness/accept/journaled_meters.hpp"
#include "harness/accept/trial_time.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti {
namespace {

const ResultHeader a_header{.kind = "accept", .date = "2026-11-28", .machine = "m"};
const nlohmann::json a_plan{{"suite", "quick"}, {"ranks", 4}};
const Figure a_figure{{.measure = "slowdown", .hosts = {"a"}, .unit = "1"}, 1, {1.5}};
const HostFact a_fact{"a", "kernel", "6.1", 1};

class AcceptanceFileTest : public testing::Test {
 protected:
  /// Opens the file as a launch does, or one that goes on.
  AcceptanceFile open(const nlohmann::json& plan = a_plan) const {
    AcceptanceFile file(folder_.file("results"));
    file.begin(a_header, plan);
    return file;
  }
  std::string text() const {
    std::stringstream text;
    text << std::ifstream(folder_.file("results/accept.jsonl")).rdbuf();
    return text.str();
  }

  TemporaryFolder folder_;
};

TEST_F(AcceptanceFileTest, GoesOnWithALaunchThatWasInterrupted) {
  {
    auto first = open();
    EXPECT_FALSE(first.continues());
    first.begin_stage("drift");
    first.append(a_fact);
    first.finish_stage("drift", 0.5);
    first.append(a_figure);
    first.append(CollectiveProof{.collective = "bcast"});
  }
  auto again = open();
  EXPECT_TRUE(again.continues());
  EXPECT_EQ(again.launch(), 1);
  EXPECT_TRUE(again.has_finished("drift"));
  EXPECT_FALSE(again.has_finished("pairs"));
  EXPECT_TRUE(again.has(a_figure.of));
  EXPECT_TRUE(again.has_proof("bcast"));
  const auto before = text();
  again.append(a_fact);
  again.append(a_figure);
  EXPECT_EQ(text(), before);
}

TEST_F(AcceptanceFileTest, BeginsTheNextLaunchWithNothing) {
  open().finish_stage(last_stage, 1);
  auto next = open();
  EXPECT_FALSE(next.continues());
  EXPECT_EQ(next.launch(), 2);
  EXPECT_FALSE(next.has_finished(last_stage));
  next.append(a_figure);
  EXPECT_NE(text().find("slowdown"), std::string::npos);
}

TEST_F(AcceptanceFileTest, RefusesAnotherPlanAndOtherRows) {
  open();
  EXPECT_THROW(open({{"suite", "full"}, {"ranks", 4}}), UsageError);
  std::ofstream(folder_.file("results/accept.jsonl"), std::ios::app)
      << R"({"row": "journal", "journal": "x"})" << '\n';
  try {
    open();
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("accept.jsonl:3: expected the field 'costs'"),
              std::string::npos)
        << error.what();
  }
}

/// Costs that tell how often they were measured.
class CountedNodes : public NodeMeter {
 public:
  int nodes() const override { return 3; }
  std::vector<double> measure(const std::vector<int>& nodes) override {
    ++measurements;
    return std::vector<double>(nodes.size(), measurements);
  }
  int measurements = 0;
};

TEST_F(AcceptanceFileTest, JournalReturnsWhatWasRecordedAndThenMeasures) {
  CountedNodes nodes;
  {
    auto file = open();
    JournaledNodeMeter meter(nodes, file, "slowdown");
    EXPECT_EQ(meter.measure({0, 1}), (std::vector<double>{1, 1}));
    EXPECT_EQ(meter.measure({2}), std::vector<double>{2});
  }
  auto file = open();
  JournaledNodeMeter again(nodes, file, "slowdown"), other(nodes, file, "memory_bandwidth");
  EXPECT_EQ(again.measure({0, 1}), (std::vector<double>{1, 1}));
  EXPECT_EQ(other.measure({0}), std::vector<double>{3});
  EXPECT_EQ(again.measure({2}), std::vector<double>{2});
  EXPECT_EQ(again.measure({2}), std::vector<double>{4});
  EXPECT_EQ(nodes.measurements, 4);
}

TEST_F(AcceptanceFileTest, JournalRefusesToBeAskedOtherwise) {
  CountedNodes nodes;
  {
    auto file = open();
    JournaledNodeMeter(nodes, file, "slowdown").measure({0, 1});
  }
  auto file = open();
  EXPECT_THROW(JournaledNodeMeter(nodes, file, "slowdown").measure({0}), UsageError);
}

TEST_F(AcceptanceFileTest, TimeIsUpAtTheSameQuestionAgain) {
  const auto seconds = [](double number) { return [number] { return number; }; };
  {
    auto file = open();
    TrialTime time(file, "slowdown", seconds(0));
    EXPECT_TRUE(time.is_up());
    TrialTime longer(file, "bandwidth 1", seconds(1000));
    EXPECT_FALSE(longer.is_up());
  }
  auto file = open();
  TrialTime again(file, "slowdown", seconds(1000)), longer(file, "bandwidth 1", seconds(0));
  EXPECT_TRUE(again.is_up());
  EXPECT_TRUE(again.is_up());
  EXPECT_TRUE(longer.is_up());
}

}  // namespace
}  // namespace tutti
