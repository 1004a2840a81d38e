#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "harness/accept/figure.hpp"
#include "harness/platform/temporary_folder.hpp"
#include "harness/results/result_file.hpp"

namespace tutti {
namespace {

using nlohmann::json;

class AcceptanceReader : public testing::Test {
 protected:
  void add(const json& row) const { std::ofstream(path_, std::ios::app) << row.dump() << "\n"; }
  void add_header(int launch) const {
    add(to_json(
        ResultHeader{.kind = "accept", .date = "2026-11-28", .launch = launch, .machine = "m"}));
  }

  /// The error that the row is refused with, as line 2 of the file.
  std::string complaint(json row, const json& changes) const {
    std::ofstream(path_, std::ios::trunc).close();
    add_header(1);
    row.update(changes);
    add(row);
    try {
      read_acceptance(folder_.file("."));
    } catch (const UsageError& error) {
      const std::string what = error.what();
      return what.substr(what.find(".jsonl:") + 6);
    }
    return "none";
  }

  TemporaryFolder folder_;
  const std::string path_ = folder_.file("accept.jsonl");
};

const Figure a_figure{{.measure = "latency", .hosts = {"a", "b"}, .bytes = 8, .ranks = 2}, 1, {2}};
const Finding a_finding{.kind = "node", .hosts = {"a"}, .measure = "latency"};

TEST_F(AcceptanceReader, ReadsWhatWasWritten) {
  add_header(1);
  add(to_json(a_figure));
  add({{"row", "stage"}, {"stage", "pairs"}, {"state", "done"}, {"launch", 1}, {"seconds", 3.2}});
  add_header(2);
  add({{"row", "stage"}, {"stage", "nodes"}, {"state", "begun"}, {"launch", 2}, {"seconds", 0}});
  add({{"row", "stage"}, {"stage", "nodes"}, {"state", "done"}, {"launch", 2}, {"seconds", 1}});
  add({{"row", "stage"}, {"stage", "pairs"}, {"state", "begun"}, {"launch", 2}, {"seconds", 0}});
  add_header(2);  // interrupted, and started again
  add(to_json(Finding{.kind = "link",
                      .hosts = {"a", "b"},
                      .measure = "latency",
                      .launch = 2,
                      .ratio = 0.5,
                      .low = 0.4,
                      .high = 0.6,
                      .error_probability = 1e-6}));
  add(to_json(HostFact{"a", "kernel", "6.1", 2}));
  add(to_json(CollectiveProof{"bcast", 20, 1, "tutti-case 1", 2}));
  add({{"row", "verdict"}});
  const auto results = read_acceptance(folder_.file("."));
  EXPECT_EQ(results.date, "2026-11-28");
  EXPECT_EQ(results.machine, "m");
  EXPECT_EQ(results.launches, 2);
  EXPECT_EQ(results.finished, (std::vector<std::string>{"nodes"}));
  ASSERT_EQ(results.figures.size(), 1u);
  EXPECT_EQ(results.figures[0].of, a_figure.of);
  EXPECT_EQ(results.figures[0].samples, a_figure.samples);
  EXPECT_EQ(results.findings.at(0).high, 0.6);
  EXPECT_EQ(results.facts.at(0).value, "6.1");
  EXPECT_EQ(results.proofs.at(0).failing_case, "tutti-case 1");
}

TEST_F(AcceptanceReader, RefusesWrongRows) {
  const auto figure = to_json(a_figure);
  EXPECT_EQ(complaint(figure, {{"samples", json::array()}}),
            ":2: expected at least one number in 'samples', all above 0");
  EXPECT_EQ(complaint(figure, {{"samples", {1, -1}}}),
            ":2: expected at least one number in 'samples', all above 0");
  EXPECT_EQ(complaint(figure, {{"unit", "ms"}}),
            ":2: expected one of us, GB/s, 1 in 'unit', found 'ms'");
  EXPECT_EQ(complaint(figure, {{"launch", 2}}),
            ":2: expected launch 1, as in the header above, found 2");
  EXPECT_EQ(complaint(figure, {{"hosts", {"a", "b", "c"}}}),
            ":2: expected from 0 to 2 names in 'hosts'");
  EXPECT_EQ(complaint(figure, {{"ranks", 0}}), ":2: expected at least 1 in 'ranks'");
  EXPECT_EQ(complaint(figure, {{"bytes", -1}}), ":2: expected bytes from 0 to 1099511627776");
  EXPECT_EQ(complaint(figure, {{"measure", 8}}), ":2: expected the field 'measure' with a text");
  EXPECT_EQ(complaint(to_json(a_finding), {{"kind", "rack"}}),
            ":2: expected one of node, link, group in 'kind', found 'rack'");
  EXPECT_EQ(complaint(to_json(a_finding), {{"error_probability", 2}}),
            ":2: expected a number from 0 to 1 in 'error_probability'");
  EXPECT_EQ(complaint(figure, {{"row", "measurement"}}),
            ":2: expected a row of kind header, plan, figure, finding, undecided, fact, proof, "
            "stage, journal, lost or verdict, "
            "found 'measurement'");
  EXPECT_EQ(complaint(to_json(ResultHeader{.kind = "bench"}), json::object()),
            ":2: expected one of accept in 'kind', found 'bench'");
}

TEST_F(AcceptanceReader, TellsLostHostsUntilTheLaunchGoesOn) {
  add_header(1);
  add(to_json(LostHost{"b", "ended", 1, 2.5}));
  const auto results = read_acceptance(folder_.file("."));
  ASSERT_EQ(results.lost.size(), 1u);
  EXPECT_EQ(results.lost[0].host, "b");
  EXPECT_EQ(results.lost[0].seconds, 2.5);
  add_header(1);
  EXPECT_TRUE(read_acceptance(folder_.file(".")).lost.empty());
}

TEST_F(AcceptanceReader, NeedsAHeaderAndWholeLines) {
  EXPECT_THROW(read_acceptance(folder_.file("missing")), UsageError);
  add(to_json(a_figure));
  EXPECT_THROW(read_acceptance(folder_.file(".")), UsageError);
}

}  // namespace
}  // namespace tutti
