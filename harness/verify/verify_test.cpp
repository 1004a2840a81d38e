#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "contract/error.hpp"
#include "harness/case/enum_names.hpp"
#include "harness/case/generate/cases.hpp"
#include "harness/platform/temporary_folder.hpp"
#include "harness/runner/case_outcome.hpp"
#include "harness/runner/channel.hpp"
#include "harness/runner/launch_facts.hpp"
#include "harness/verify/axes.hpp"
#include "harness/verify/exploration.hpp"
#include "harness/verify/preload_only_executor.hpp"
#include "harness/verify/replay.hpp"
#include "harness/verify/report.hpp"
#include "harness/verify/selected_subjects.hpp"
#include "harness/verify/shrinking.hpp"
#include "harness/verify/verification_results.hpp"
#include "properties/law.hpp"

namespace tutti {
namespace {

Case barrier_of_two() { return parse_case("tutti-case 1 ranks=2 | barrier"); }

RankOutcome passed(std::int64_t entered_ns, std::int64_t left_ns) {
  RankOutcome rank_outcome;
  rank_outcome.calls.push_back({.entered_ns = entered_ns, .left_ns = left_ns, .digest = {}});
  return rank_outcome;
}

RankOutcome got(std::uint64_t digest) {
  RankOutcome rank_outcome;
  rank_outcome.calls.push_back({.digest = digest});
  return rank_outcome;
}

TEST(Judge, NobodyMayLeaveABarrierBeforeAllEntered) {
  EXPECT_FALSE(judge(barrier_of_two(), {passed(1000, 5000), passed(4000, 6000)}, true).failed());
  EXPECT_TRUE(judge(barrier_of_two(), {passed(1000, 3000), passed(4000, 6000)}, true).failed());
}

TEST(Judge, EachGroupOfAnIntercommunicatorWaitsForTheOther) {
  // Groups are the ranks 0 and 2, and 1 and 3.
  const Case test = parse_case("tutti-case 1 ranks=4 group=even_and_odd | barrier");
  const RankOutcome early = passed(1000, 3000), late = passed(4000, 6000);
  EXPECT_FALSE(judge(test, {early, passed(1000, 6000), late, passed(1000, 6000)}, true).failed());
  EXPECT_TRUE(judge(test, {early, late, passed(1000, 6000), passed(1000, 6000)}, true).failed());
}

TEST(Judge, RanksAgreeOnTheBitsWithinTheirGroup) {
  const Case test =
      parse_case("tutti-case 1 ranks=4 group=even_and_odd | allreduce counts=1 op=sum");
  EXPECT_FALSE(judge(test, {got(7), got(8), got(7), got(8)}, true).failed());
  EXPECT_TRUE(judge(test, {got(7), got(8), got(8), got(8)}, true).failed());
}

TEST(Judge, ClocksThatAreNotSharedAreNotCompared) {
  EXPECT_FALSE(judge(barrier_of_two(), {passed(1000, 3000), passed(4000, 6000)}, false).failed());
}

TEST(Judge, RanksMustAgreeOnTheBits) {
  const Case test = parse_case("tutti-case 1 ranks=2 | allreduce counts=1 op=sum");
  EXPECT_FALSE(judge(test, {got(7), got(7)}, true).failed());
  EXPECT_TRUE(judge(test, {got(7), got(8)}, true).failed());
}

TEST(Judge, DisagreementOnOverflowIsAPortabilityFinding) {
  const Case test = parse_case("tutti-case 1 ranks=2 | allreduce counts=1 op=sum data=overflow");
  const Outcome outcome = judge(test, {got(7), got(8)}, true);
  EXPECT_FALSE(outcome.failed());
  EXPECT_TRUE(outcome.unportable());
}

TEST(RankOutcome, SurvivesItsText) {
  RankOutcome rank_outcome = passed(1, 2);
  rank_outcome.complaints.push_back({"element 3: expected \"5\", got 7", true});
  rank_outcome.calls.push_back({.operation = 1, .repetition = 2, .lane = 1, .digest = ~0ULL});
  rank_outcome.substituted = true;
  EXPECT_EQ(rank_outcome_from(to_text(rank_outcome)), rank_outcome);
}

TEST(Outcome, SurvivesItsText) {
  const Outcome outcome{
      .complaints = {{"rank 1: \"bad\"", true}}, .substituted = true, .ended = Ended::hung};
  const Result read = result_from(to_text(Result(outcome)));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->complaints, outcome.complaints);
  EXPECT_EQ(read->substituted, outcome.substituted);
  EXPECT_EQ(read->ended, outcome.ended);
  EXPECT_FALSE(result_from(to_text(Result())));
}

TEST(LaunchFacts, SurviveTheirText) {
  LaunchFacts facts{.library = "MPI 9", .machine = "here", .ranks = 3, .one_host = false};
  facts.wrong_operators.push_back(
      {Operator::max, Element::uint8, TypeName::unsigned_char, "wrong"});
  facts.scopes.push_back({.subject = "mpi",
                          .collectives = {Collective::bcast},
                          .laws = {},
                          .types = {TypeName::aint},
                          .made_by = {MadeBy::idup, MadeBy::merged},
                          .world_ranks = 3,
                          .own_launch = true});
  facts.environments["mpi"] = {{"VARIABLE", "7"}};
  EXPECT_EQ(facts_from(to_text(facts)), facts);
}

/// Both ends of a connection through a socket in a private folder.
class Connection : public testing::Test {
 protected:
  TemporaryFolder folder_;
  ListeningSocket socket_{folder_.file("door")};
  Channel here_{Channel::connect_to(folder_.file("door"))};
  std::optional<Channel> there_{socket_.accept(std::chrono::seconds(1))};
};

TEST_F(Connection, CarriesWholeTexts) {
  const std::string text(100000, 'x');
  std::thread sender([&] { here_.send(text), here_.send(""); });
  EXPECT_EQ(there_->receive(), text);
  EXPECT_EQ(there_->receive(), "");
  sender.join();
}

TEST_F(Connection, SaysNothingWhenNothingComes) {
  EXPECT_FALSE(there_->receive(std::chrono::milliseconds(1)));
}

TEST_F(Connection, EndsWithItsOtherEnd) {
  there_.reset();
  EXPECT_FALSE(here_.receive());
  here_.send("to nobody");
}

/// An executor without a job, in which cases with a count of 3 or more fail.
class FaultyExecutor : public Executor {
 public:
  explicit FaultyExecutor(Ended ended) : Executor(std::chrono::seconds(10)), ended_(ended) {}
  Outcome run(const Case& test, bool) override {
    hang_limit_max = std::max(hang_limit_max, hang_limit());
    ++runs;
    const auto& counts = test.operations.front().counts;
    if (*std::max_element(counts.begin(), counts.end()) < 3) return {};
    return {.complaints = {{"faulty"}}, .ended = ended_};
  }
  bool applicable(const Case&) override { return true; }

  int runs = 0;
  std::chrono::milliseconds hang_limit_max{0};

 private:
  Ended ended_;
};

bool anything(const Case&) { return true; }

TEST(Shrinking, StaysClearOfWhatIsKnown) {
  FaultyExecutor executor(Ended::returned);
  const Case failing = parse_case("tutti-case 1 ranks=4 | bcast counts=500");
  const auto failure =
      shrink(executor, failing, executor.run(failing, true), std::chrono::duration<double>(10),
             [](const Case& test) { return test.operations.front().counts.front() > 20; });
  EXPECT_GT(failure.minimal.operations.front().counts.front(), 20);
}

/// Serves only even numbers of ranks.
class FaultyOnEvenRanks : public FaultyExecutor {
 public:
  using FaultyExecutor::FaultyExecutor;
  Outcome run(const Case& test, bool fresh) override {
    EXPECT_TRUE(applicable(test));
    return FaultyExecutor::run(test, fresh);
  }
  bool applicable(const Case& test) override { return test.ranks % 2 == 0; }
};

TEST(Shrinking, RunsWhatTheSubjectServesOnly) {
  FaultyOnEvenRanks executor(Ended::returned);
  const Case failing = parse_case("tutti-case 1 ranks=8 | bcast counts=500");
  const auto failure = shrink(executor, failing, executor.run(failing, true),
                              std::chrono::duration<double>(10), anything);
  EXPECT_EQ(failure.minimal.ranks % 2, 0);
  EXPECT_EQ(failure.minimal.operations.front().counts, std::vector{3});
}

TEST(Shrinking, FindsTheSimplestCaseThatCrashes) {
  FaultyExecutor executor(Ended::crashed);
  const Case failing = parse_case("tutti-case 1 ranks=4 | bcast root=2 counts=500");
  const auto failure = shrink(executor, failing, executor.run(failing, true),
                              std::chrono::duration<double>(10), anything);
  EXPECT_EQ(failure.minimal.operations.front().counts, std::vector{3});
  EXPECT_EQ(failure.ended, Ended::crashed);
  EXPECT_TRUE(failure.reproduced);
}

TEST(Shrinking, GivesTheCaseThatItReportsTheWholeHangLimit) {
  FaultyExecutor executor(Ended::hung);
  const Case failing = parse_case("tutti-case 1 ranks=2 | bcast counts=5");
  const Outcome first = executor.run(failing, true);
  executor.hang_limit_max = std::chrono::milliseconds(0);
  shrink(executor, failing, first, std::chrono::duration<double>(10), anything);
  EXPECT_EQ(executor.hang_limit_max, std::chrono::seconds(10));
  EXPECT_EQ(executor.hang_limit(), std::chrono::seconds(10));
}

TEST(Exploration, TellsOfEachFailureWhenItIsFound) {
  FaultyExecutor executor(Ended::returned);
  Record record;
  std::vector<std::string> told;
  Exploration(executor,
              {{.subject = "mpi", .collectives = {Collective::bcast, Collective::gather}}},
              {.cases = 200}, record,
              {.on_progress = [] {},
               .on_failure = [&](const Failure& each) { told.push_back(print(each.minimal)); }})
      .run();
  EXPECT_EQ(told.size(), 2U);  // a failed collective is not tried again
  for (const Failure* failure : record.failures(FailureKind::failure))
    EXPECT_EQ(std::ranges::count(told, print(failure->minimal)), 1);
}

/// Fails for one subject only.
class FaultySubject : public Executor {
 public:
  explicit FaultySubject(std::string subject)
      : Executor(std::chrono::seconds(10)), subject_(std::move(subject)) {}

  Outcome run(const Case& test, bool) override {
    if (test.subject != subject_) return {};
    return {.complaints = {{"faulty"}}};
  }
  bool applicable(const Case&) override { return true; }

 private:
  std::string subject_;
};

TEST(PreloadOnlyExecutor, ExcusesWhatTheLibraryGetsWrongItself) {
  FaultyExecutor library(Ended::returned);
  PreloadOnlyExecutor executor(library);
  const Case test = parse_case("tutti-case 1 ranks=2 | bcast counts=5");
  for (const Outcome& outcome :
       {executor.run(test, true), executor.run_alone(test), *executor.run_all({{test}}).back()}) {
    EXPECT_TRUE(outcome.complaints.empty());
    EXPECT_TRUE(outcome.substituted);
  }
}

TEST(PreloadOnlyExecutor, DoesNotExcuseWhatTheLibraryGetsRight) {
  FaultySubject preloaded("mpi");
  PreloadOnlyExecutor executor(preloaded);
  const Case test = parse_case("tutti-case 1 ranks=2 | bcast counts=5");
  for (const Outcome& outcome :
       {executor.run(test, true), executor.run_alone(test), *executor.run_all({{test}}).back()}) {
    EXPECT_EQ(outcome.complaints.size(), 1U);
    EXPECT_FALSE(outcome.substituted);
  }
}

class ReplayFile : public testing::Test {
 protected:
  std::string file(const std::string& contents) {
    std::ofstream(path_) << contents;
    return path_;
  }
  std::string complaint(const std::string& contents) {
    try {
      read_replay(file(contents));
    } catch (const UsageError& error) {
      return error.what();
    }
    return "no error";
  }
  void TearDown() override { std::remove(path_.c_str()); }

  std::string path_ = testing::TempDir() + "replay_test.txt";
};

TEST_F(ReplayFile, IsReadLineByLine) {
  const auto cases =
      read_replay(file("# why\ntutti-case 1 | barrier\n\ntutti-case 1 ranks=2 | "
                       "barrier\n"));
  ASSERT_EQ(cases.size(), 2U);
  EXPECT_EQ(cases[1].ranks, 2);
}

TEST_F(ReplayFile, NamesTheLineThatIsWrong) {
  EXPECT_NE(complaint("tutti-case 1 | barrier\ntutti-case 9 | barrier\n").find(":2: "),
            std::string::npos);
  EXPECT_NE(complaint("tutti-case 1 | barrier\ntutti-case 1 | bcast coun").find(":2: "),
            std::string::npos);
  EXPECT_NE(complaint("# nothing\n").find("no case"), std::string::npos);
}

TEST(SelectedSubjects, MayBeProtocolsWithParameters) {
  const Scope listed{.subject = "bcast/two_level:layered:segment=65536",
                     .collectives = {Collective::bcast}};
  const auto selected = [&](const std::string& protocol) {
    VerifyOptions options;
    options.protocol = protocol;
    return scopes_of(options, {listed});
  };
  const std::string named = "bcast/two_level:layered:segment=65536:between=flat";
  ASSERT_EQ(selected(named).size(), 1u);
  EXPECT_EQ(selected(named).front().subject, named);
  EXPECT_EQ(selected("bcast/two_level:*").front().subject, listed.subject);
  EXPECT_THROW(selected("bcast/pipeline:layered:segment=8"), UsageError);
  EXPECT_THROW(selected("bcast/two_level:layered:between=brick"), UsageError);
}

Scope scope_of(const std::vector<Collective>& collectives) {
  Scope scope{.subject = "mpi",
              .collectives = collectives,
              .laws = {},
              .world_ranks = 4,
              .nonblocking = true,
              .persistent = all_collectives(),
              .large_counts = all_collectives(),
              .threads = true};
  for (const auto& row : laws()) scope.laws.emplace_back(row.name);
  for (const auto& row : enum_names<TypeName>)
    if (row.value != TypeName::usual) scope.types.push_back(row.value);
  return scope;
}

/// Returns the values that cases of the scope may have, but none of many generated ones has.
std::vector<AxisValue> never_generated(const Scope& scope) {
  AxisTally tally;
  tally.expect(possible_axes(scope));
  const auto generator = cases(scope);
  rc::Random random(1);
  for (int i = 0; i < 12000; ++i) {
    const Case test = generator(random.split()).value();
    tally.hit(axes_of(test, test.seed % 2 == 0));
  }
  return tally.missing();
}

TEST(Axes, TheGeneratorReachesEveryPossibleValue) {
  for (const auto& [axis, value] : never_generated(scope_of(all_collectives())))
    ADD_FAILURE() << axis << '=' << value;
}

TEST(Axes, TheGeneratorReachesEveryPossibleValueOfWhatARankDoesAlone) {
  for (const auto& [axis, value] : never_generated(scope_of({Collective::reduce_local})))
    ADD_FAILURE() << axis << '=' << value;
}

TEST(Axes, TheGeneratorReachesEveryPossibleValueOfCasesThatRunManyTimes) {
  Scope scope = scope_of(all_collectives());
  scope.soak = true;
  scope.laws.clear();
  for (const auto& [axis, value] : never_generated(scope)) ADD_FAILURE() << axis << '=' << value;
}

TEST(Axes, AValueNeverTriedIsMissing) {
  AxisTally tally;
  tally.expect({{"group", "world"}, {"group", "halves"}});
  tally.hit({{"group", "world"}});
  EXPECT_EQ(tally.missing(), (std::vector<AxisValue>{{"group", "halves"}}));
}

TEST(Record, AMissingAxisValueFailsOnceEnoughCasesRan) {
  Record record;
  record.axes.expect({{"group", "world"}});
  EXPECT_TRUE(record.holds());
  record.axes_judged = true;
  EXPECT_FALSE(record.holds());
}

Record with_failure(FailureKind kind) {
  Failure failure{.original = barrier_of_two(), .minimal = barrier_of_two()};
  failure.kind = kind;
  failure.complaints.push_back({"rank 1: <wrong> & \"bad\""});
  Record record;
  record.subjects.push_back({.subject = "mpi"});
  record.subjects.front().tallies["barrier"].failures.push_back(failure);
  return record;
}

TEST(Record, PortabilityFindingsDoNotFail) {
  EXPECT_TRUE(with_failure(FailureKind::portability).holds());
  EXPECT_FALSE(with_failure(FailureKind::failure).holds());
}

TEST(Report, CountsFailuresOfAForcedLibraryAsFindings) {
  Record record = with_failure(FailureKind::failure);
  EXPECT_EQ(to_json(record)["failures"], 1);
  record.findings_only = true;
  EXPECT_EQ(to_json(record)["failures"], 0);
  EXPECT_EQ(to_json(record)["findings"], 1);
}

TEST(Report, ShowsALineThatReplays) {
  const std::string text = to_text(with_failure(FailureKind::failure));
  EXPECT_NE(text.find("--replay '" + print(barrier_of_two()) + "'"), std::string::npos);
}

TEST(Report, EscapesWhatJUnitCannotHold) {
  const std::string xml = to_junit(with_failure(FailureKind::failure));
  EXPECT_NE(xml.find("&lt;wrong&gt; &amp; &quot;bad&quot;"), std::string::npos);
}

}  // namespace
}  // namespace tutti
