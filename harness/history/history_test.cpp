#include "harness/history/history.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <thread>

#include "contract/error.hpp"
#include "harness/history/report.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti {
namespace {

using nlohmann::json;

constexpr int days = 30;
constexpr int changed_day = 17;

std::string line(const json& row) { return row.dump() + "\n"; }

std::string header(int day) {
  return line({{"row", "header"},
               {"tutti_results", 1},
               {"kind", "accept"},
               {"date", fmt::format("2026-11-{:02}T06:00:00Z", day)},
               {"launch", 1},
               {"library_version", day < changed_day ? "MPICH 4.0.2" : "MPICH 4.2.1"},
               {"registry", "r"},
               {"machine", "m"},
               {"environment", {{"UCX_TLS", "all"}}}});
}

std::string stage(const std::string& name, const std::string& state, int launch) {
  return line({{"row", "stage"}, {"stage", name}, {"state", state}, {"launch", launch}});
}

/// The last rows of a launch, if it is done.
std::string stage(const std::string& state, int launch = 1) {
  const auto pairs = stage("pairs", state, launch);
  return state == "done" ? pairs + stage("launch", "done", launch) : pairs;
}

std::string verdict(const std::string& place, double us) {
  return line({{"row", "verdict"},
               {"requirement", "allreduce of 8 bytes"},
               {"place", place},
               {"verdict", "holds"},
               {"value", us},
               {"limit", 9.0},
               {"unit", "us"}});
}

/// A whole run of a day: three launches, of 5 us until the day of the change and 5.5 us since.
std::string run_of(int day) {
  std::mt19937 random(static_cast<unsigned>(day));
  std::normal_distribution<double> noise(0, 0.02);
  const double level = day < changed_day ? 5 : 5.5;
  std::string text = header(day);
  for (int launch = 1; launch <= 3; ++launch) {
    const double us = level * std::exp(noise(random));
    Figure figure{.of = {.measure = "allreduce", .bytes = 8, .ranks = 4}, .launch = launch};
    figure.samples = {us * 0.9, us, us * 1.1};
    text += stage("begun", launch) + line(to_json(figure));
    figure.of.hosts = {"n1"};
    text += line(to_json(figure));
    for (const auto* host : {"n1", "n2", "n3"})
      text += line(to_json(HostFact{host, "kernel", "6.1", launch}));
    if (day >= changed_day)
      text += line(to_json(HostFact{"n3", "kernel", "6.2", launch})) +
              line(to_json(Finding{"node", {"n3"}, "allreduce", launch, 0.9, 0.88, 0.92, 0.01}));
    text += stage("done", launch);
  }
  return text + verdict("machine", level * std::exp(noise(random) / 2)) + verdict("node n1", 5);
}

class Histories : public testing::Test {
 protected:
  void write(const std::string& directory, const std::string& text) const {
    std::filesystem::create_directories(folder_.file(directory));
    std::ofstream(folder_.file(directory + "/" + run_file)) << text;
  }
  void write_all() const {
    for (int day = 1; day <= days; ++day) write(fmt::format("run-{:02}", day), run_of(day));
  }

  std::string path() const { return folder_.file("history.db"); }
  std::string folder() const { return folder_.file(""); }

  std::vector<UnfinishedRun> take_in_all() const {
    HistoryDatabase database(path());
    return take_in(database, folder(), run_directories(folder()));
  }

  json report() const {
    return json::parse(to_json(history_of(HistoryDatabase(path())), {}).dump());
  }

  std::string complaint() const {
    try {
      take_in_all();
    } catch (const UsageError& error) {
      return error.what();
    }
    return "none";
  }

  std::string contents() const {
    std::ostringstream text;
    text << std::ifstream(path(), std::ios::binary).rdbuf();
    return text.str();
  }

  const TemporaryFolder folder_;
};

TEST_F(Histories, KeepWhatARunFound) {
  write("a", run_of(changed_day));
  EXPECT_TRUE(take_in_all().empty());
  const HistoryDatabase database(path());
  const auto runs = database.runs();
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].directory, "a");
  EXPECT_EQ(runs[0].date, "2026-11-17T06:00:00Z");
  EXPECT_EQ(runs[0].bytes, static_cast<std::int64_t>(run_of(changed_day).size()));
  ASSERT_EQ(runs[0].figures.size(), 3u);
  EXPECT_EQ(runs[0].figures[2].launch, 3);
  EXPECT_EQ(runs[0].figures[2].of, (Measurand{.measure = "allreduce", .bytes = 8, .ranks = 4}));
  ASSERT_EQ(runs[0].verdicts.size(), 2u);
  EXPECT_EQ(runs[0].verdicts[1].place, "node n1");
  EXPECT_EQ(runs[0].verdicts[1].value, 5.0);
  ASSERT_EQ(database.findings("a").size(), 3u);
  EXPECT_EQ(database.findings("a")[0].hosts, (std::vector<std::string>{"n3"}));
  EXPECT_EQ(database.facts("a").at({"n3", "kernel"}), "6.2");
  EXPECT_EQ(database.facts("a").at({"", "library_version"}), "MPICH 4.2.1");
}

TEST_F(Histories, NameTheDayTheRatioAndWhatWasDifferent) {
  write_all();
  take_in_all();
  const auto history = history_of(HistoryDatabase(path()));
  ASSERT_EQ(history.series.size(), 3u);
  for (const std::size_t number : {0, 2}) {  // the requirement of the machine, and the figure
    const auto& series = history.series[number];
    ASSERT_EQ(series.changes.size(), 1u) << series.name;
    const auto& change = series.changes[0];
    EXPECT_EQ(history.runs[change.first].day(), "2026-11-17");
    EXPECT_EQ(history.runs[change.before].day(), "2026-11-16");
    EXPECT_LE(change.ratio.interval.low, 1.1);
    EXPECT_GE(change.ratio.interval.high, 1.1);
    EXPECT_TRUE(series.is_worse());
    ASSERT_EQ(change.facts.size(), 2u);
    EXPECT_EQ(change.facts[0].fact, "kernel");
    EXPECT_EQ(change.facts[0].hosts, (std::vector<std::string>{"n3"}));
    EXPECT_EQ(change.facts[0].after, "6.2");
    EXPECT_EQ(change.facts[1].before, "MPICH 4.0.2");
    ASSERT_EQ(change.findings.size(), 1u);
  }
  EXPECT_TRUE(history.series[1].changes.empty());
  const auto text = text_of(history);
  for (const auto* part :
       {"30 runs, 2026-11-01 to 2026-11-30\n", "changed on 2026-11-17: 1.",
        "worse (run before: "
        "2026-11-16)",
        "kernel of n3 from 6.1 to 6.2\n", "node n3 named: allreduce 0.90",
        "1 more at single places: unchanged", "2 of 3 changed, 2 at last for the worse; 1 % of"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

TEST_F(Histories, BeginOnTheDayAskedFor) {
  write_all();
  take_in_all();
  const auto history = history_of(HistoryDatabase(path()), "2026-11-17");
  EXPECT_EQ(history.runs.size(), 14u);
  for (const auto& series : history.series) EXPECT_TRUE(series.changes.empty());
}

TEST_F(Histories, AreTheSameWhenRunsAreTakenInTwice) {
  write_all();
  take_in_all();
  const auto report_before = report();
  const auto file_before = contents();
  take_in_all();
  EXPECT_EQ(contents(), file_before);
  EXPECT_EQ(report(), report_before);
}

TEST_F(Histories, LeaveOutARunUntilItIsFinished) {
  const auto whole = run_of(1);
  write("between", header(1) + stage("pairs", "begun", 1) + stage("pairs", "done", 1));
  write("begun", header(1) + stage("done") + stage("begun", 2));
  write("cut", whole.substr(0, whole.size() - 5));
  write("empty", "");
  write("header", header(1));
  std::filesystem::create_directories(folder_.file("other"));
  const auto unfinished = take_in_all();
  ASSERT_EQ(unfinished.size(), 5u);
  EXPECT_EQ(unfinished[0].directory, "begun");
  EXPECT_EQ(unfinished[0].reason, "stage 'pairs' of launch 2 is not done");
  EXPECT_EQ(unfinished[1].reason, "launch 1 is not done");
  EXPECT_NE(unfinished[2].reason.find(" has no end"), std::string::npos);
  EXPECT_EQ(unfinished[3].reason, "its file is empty");
  EXPECT_EQ(unfinished[4].reason, "no stage has begun");
  EXPECT_TRUE(HistoryDatabase(path()).runs().empty());
  write("cut", whole);
  EXPECT_EQ(take_in_all().size(), 4u);
  EXPECT_EQ(HistoryDatabase(path()).runs().size(), 1u);
}

TEST_F(Histories, ReplaceARunThatWentOn) {
  write("a", header(1) + stage("done") + verdict("machine", 5));
  take_in_all();
  write("a", header(1) + stage("done") + verdict("machine", 5) + verdict("node n1", 6));
  take_in_all();
  const auto runs = HistoryDatabase(path()).runs();
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].verdicts.size(), 2u);
}

TEST_F(Histories, KeepRunsWhoseDirectoryIsGone) {
  write_all();
  take_in_all();
  std::filesystem::remove_all(folder_.file("run-01"));
  take_in_all();
  EXPECT_EQ(report()["runs"], days);
}

/// Takes in all runs in a child that is killed after a time. Returns whether it was done before.
bool take_in_until_killed(const std::string& path, const std::string& folder,
                          std::chrono::microseconds life) {
  const auto child = fork();
  if (child == 0) {
    HistoryDatabase database(path);
    take_in(database, folder, run_directories(folder));
    _exit(0);
  }
  std::this_thread::sleep_for(life);
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(Histories, AreWholeAfterATakeInWasKilled) {
  write_all();
  int killed = 0;
  for (std::chrono::microseconds life{200}; !take_in_until_killed(path(), folder(), life);
       life += life / 3) {
    ++killed;
    const HistoryDatabase database(path());
    for (const auto& run : database.runs()) {
      ASSERT_EQ(run.figures.size(), 3u);
      ASSERT_EQ(run.verdicts.size(), 2u);
      ASSERT_EQ(database.facts(run.directory).size(), 7u);  // the last that is written
    }
  }
  EXPECT_GT(killed, 0);
  take_in_all();
  const auto after_kills = report();
  std::filesystem::remove(path());
  take_in_all();
  EXPECT_EQ(after_kills, report());
}

TEST_F(Histories, RefuseOtherFiles) {
  const auto refusal = [&] {
    const auto before = contents();
    const auto words = complaint();
    EXPECT_EQ(contents(), before);
    return words;
  };
  std::ofstream(path()) << "a letter to a friend\n";
  EXPECT_EQ(refusal(), path() + ": expected a history of tutti; this is no database");
  std::filesystem::remove(path());
  take_in_all();
  const auto change_byte = [&](int position, char value) {  // of the header of SQLite's file format
    std::fstream(path(), std::ios::in | std::ios::out | std::ios::binary)
        .seekp(position)
        .put(value);
  };
  constexpr int end_of_user_version = 63, end_of_application_id = 71;
  change_byte(end_of_user_version, 2);
  EXPECT_EQ(refusal(), path() + ": expected a history of version 1, found version 2");
  change_byte(end_of_application_id, 1);
  EXPECT_EQ(refusal(),
            path() + ": expected a history of tutti; this is a database of another program");
}

TEST_F(Histories, NameFileAndLineOfWhatIsWrong) {
  const auto file = folder() + "/a/" + run_file;
  const auto says = [&](const std::string& text, const std::string& expected) {
    write("a", text);
    EXPECT_EQ(complaint(), file + expected);
    EXPECT_TRUE(HistoryDatabase(path()).runs().empty());
  };
  says("hello\n" + run_of(1), ":1: expected one whole JSON object: the file is cut or foreign");
  says(header(1) + "{\"row\":\"fig\n" + stage("done"),
       ":2: expected one whole JSON object: the file is cut or foreign");
  says(stage("done"), ":1: expected a header row first");
  says("{\"row\":\"header\",\"tutti_results\":2}\n", ":1: expected results of version 1");
  says(header(1) + stage("over"), ":2: expected one of begun, done in 'state', found 'over'");
  says(header(1) + "{\"row\":\"fact\",\"host\":\"n1\",\"value\":\"x\"}\n",
       ":2: expected the field 'fact' with a text");
  auto tune = header(1);
  tune.replace(tune.find("accept"), 6, "tune");
  says(tune, ":1: expected one of accept in 'kind', found 'tune'");
}

TEST_F(Histories, NeedAFolderThatIsThereAndCanBeWritten) {
  EXPECT_THROW(run_directories(folder_.file("nowhere")), UsageError);
  EXPECT_THROW(HistoryDatabase(folder_.file("nowhere/history.db")), CannotRun);
  EXPECT_THROW(HistoryDatabase("/proc/self/history.db"),
               CannotRun);  // also root cannot write there
}

TEST(FactChanges, NameHostsWithTheSameChangeTogether) {
  const Facts before{{{"", "UCX_TLS"}, "all"},
                     {{"n1", "k"}, "1"},
                     {{"n2", "k"}, "1"},
                     {{"n3", "k"}, "1"},
                     {{"n4", "k"}, "1"}};
  const Facts after{{{"n1", "k"}, "2"},
                    {{"n2", "k"}, "2"},
                    {{"n3", "k"}, "1"},
                    {{"n5", "k"}, "1"},
                    {{"", "other"}, "x"}};
  const auto changes = fact_changes(before, after);
  ASSERT_EQ(changes.size(), 5u);
  EXPECT_EQ(changes[0].fact, "UCX_TLS");
  EXPECT_EQ(changes[0].after, "");
  EXPECT_EQ(changes[1].fact, "host");
  EXPECT_EQ(changes[1].hosts, (std::vector<std::string>{"n5"}));
  EXPECT_EQ(changes[2].hosts, (std::vector<std::string>{"n4"}));
  EXPECT_EQ(changes[3].hosts, (std::vector<std::string>{"n1", "n2"}));
  EXPECT_EQ(changes[3].before, "1");
  EXPECT_EQ(changes[4].fact, "other");
}

}  // namespace
}  // namespace tutti
