#include "harness/results/result_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "contract/error.hpp"

namespace tutti {
namespace {

class ResultFiles : public testing::Test {
 protected:
  ResultFiles() { std::filesystem::remove(path_); }
  ~ResultFiles() override { std::filesystem::remove(path_); }

  void write(const std::string& text) const { std::ofstream(path_) << text; }

  std::string contents() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }

  std::string complaint() const {
    try {
      read_results({path_});
    } catch (const UsageError& error) {
      return error.what();
    }
    return "none";
  }

  void write_one_of_each() const {
    ResultFile file(path_);
    file.append(ResultHeader{.kind = "tune", .library = "mpich", .registry = "r", .machine = "m"});
    file.append(Measurement{.subject = "mpi",
                            .point = {Collective::bcast, 4, 1024},
                            .test_case = "case",
                            .time_us = summarize({1, 2, 3}),
                            .late_rounds = 1,
                            .stopped_by = "budget",
                            .samples_us = {3, 1, 2}});
    file.append(SkippedMeasurement{"mpich:bcast/smp", {Collective::bcast, 4, 8}, "not applicable"});
    file.append(Validation{.subject = "mpich:bcast/binomial",
                           .point = {Collective::bcast, 3, 8},
                           .map_us = summarize({1}),
                           .default_us = summarize({2}),
                           .speedup = {2, {1.5, 2.5}},
                           .verdict = Verdict::better,
                           .algorithm_ran = "yes",
                           .map_samples_us = {{1}},
                           .default_samples_us = {{2}}});
  }

  const std::string path_ = testing::TempDir() + "tutti_result_test.jsonl";
};

TEST_F(ResultFiles, ReadWhatWasWritten) {
  write_one_of_each();
  const auto sections = read_results({path_});
  ASSERT_EQ(sections.size(), 1u);
  EXPECT_EQ(sections[0].header.library, "mpich");
  ASSERT_EQ(sections[0].measurements.size(), 1u);
  const auto& row = sections[0].measurements[0];
  EXPECT_EQ(row.point, (Point{Collective::bcast, 4, 1024}));
  EXPECT_EQ(row.samples_us, (std::vector<double>{3, 1, 2}));
  EXPECT_EQ(row.time_us.median, 2);
  EXPECT_EQ(row.time_us.repetitions, 3);
  EXPECT_EQ(sections[0].skipped.at(0).reason, "not applicable");
  EXPECT_EQ(sections[0].validations.at(0).verdict, Verdict::better);
  EXPECT_EQ(sections[0].validations.at(0).speedup.interval, (Interval{1.5, 2.5}));
}

TEST_F(ResultFiles, ReadWhatClocksOfSeveralHostsGave) {
  ResultFile file(path_);
  file.append(ResultHeader{.kind = "bench"});
  Measurement row{.subject = "mpi",
                  .point = {Collective::bcast, 4, 8},
                  .time_us = summarize({4, 5, 6}),
                  .timing = Timing::round_time,
                  .clock_error_us = 2.5,
                  .uncertain_rounds = 24,
                  .samples_us = {4, 5, 6}};
  file.append(row);
  const auto text = contents();
  EXPECT_EQ(text.find("\"time_us_median\""), text.npos);
  EXPECT_EQ(text.find("\"samples_us\""), text.npos);
  const auto read = read_results({path_}).at(0).measurements.at(0);
  EXPECT_EQ(read.timing, Timing::round_time);
  EXPECT_EQ(read.samples_us, row.samples_us);
  EXPECT_EQ(read.time_us.median, 5);
  EXPECT_EQ(read.clock_error_us, 2.5);
  EXPECT_EQ(read.uncertain_rounds, 24);
}

TEST_F(ResultFiles, ReadRowsFromBeforeClocksHadErrors) {
  write_one_of_each();
  auto text = contents();
  for (const std::string column :
       {"\"clock_error_us\":0.0,", "\"timing\":\"clock\",", ",\"uncertain_rounds\":0"}) {
    const auto found = text.find(column);
    ASSERT_NE(found, text.npos) << column;
    text.erase(found, column.size());
  }
  write(text);
  const auto row = read_results({path_}).at(0).measurements.at(0);
  EXPECT_EQ(row.timing, Timing::clock);
  EXPECT_EQ(row.clock_error_us, 0);
  EXPECT_EQ(row.uncertain_rounds, 0);
}

TEST_F(ResultFiles, LaunchesAppend) {
  write_one_of_each();
  write_one_of_each();
  EXPECT_EQ(read_results({path_}).size(), 2u);
}

TEST_F(ResultFiles, WhoAppendsDropsWhatAnInterruptionLeft) {
  write_one_of_each();
  const std::string whole = contents();
  write(whole + "{\"row\":\"skip");
  ResultFile(path_).append(SkippedMeasurement{"mpi", {Collective::bcast, 4, 8}, "budget"});
  EXPECT_EQ(read_results({path_}).at(0).skipped.size(), 2u);
  write("a letter to a friend\n");
  EXPECT_THROW(ResultFile{path_}, UsageError);
  EXPECT_EQ(contents(), "a letter to a friend\n");
}

TEST_F(ResultFiles, RowsOfOneContestAreToldFromThoseOfTheNext) {
  const Measurement row{.subject = "mpi", .contest = 1, .samples_us = {1}};
  auto next = row;
  next.contest = 2;
  const std::vector<std::size_t> expected{1, 1, 2, 3};
  std::vector<std::size_t> found;
  for (const auto& [contest, measurement] :
       by_contest({{.header = {}, .measurements = {row, row, next}},
                   {.header = {}, .measurements = {next}}}))
    found.push_back(contest);
  EXPECT_EQ(found, expected);
}

TEST_F(ResultFiles, AFileCutAnywhereInsideALineIsRefused) {
  write_one_of_each();
  const std::string whole = contents();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    if (length > 0 && whole[length - 1] == '\n') continue;  // between rows: still valid
    write(whole.substr(0, length));
    ASSERT_NE(complaint(), "none") << "cut after " << length << " bytes";
  }
}

TEST_F(ResultFiles, ComplaintsNameFileLineAndExpectation) {
  write("");
  EXPECT_EQ(complaint(), path_ + ":1: expected a header row, the file is empty");
  write("hello\n");
  EXPECT_EQ(complaint(), path_ + ":1: expected one whole JSON object: the file is cut or foreign");
  write("{\"row\":\"skipped\"}\n");
  EXPECT_EQ(complaint(), path_ + ":1: expected a header row first");
  write("{\"row\":\"header\",\"tutti_results\":2}\n");
  EXPECT_EQ(complaint(), path_ + ":1: expected results of version 1");
  write("");
  write_one_of_each();
  write(contents() + "{\"row\":\"skipped\",\"subject\":\"mpi\",\"collective\":\"bkast\"}\n");
  EXPECT_NE(complaint().find(":5: expected the name of a collective, found 'bkast'"),
            std::string::npos);
}

TEST_F(ResultFiles, AMissingFileIsRefused) {
  EXPECT_NE(complaint().find("cannot be read"), std::string::npos);
  EXPECT_THROW(ResultFile("/nowhere/at/all"), UsageError);
}

}  // namespace
}  // namespace tutti
