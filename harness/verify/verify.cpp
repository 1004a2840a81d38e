#include "harness/verify/verify.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "harness/c_program/c_program.hpp"
#include "harness/platform/launch.hpp"
#include "harness/platform/replace_file.hpp"
#include "harness/runner/idle_ranks.hpp"
#include "harness/runner/leader.hpp"
#include "harness/runner/supervisor.hpp"
#include "harness/subject/forced_subjects.hpp"
#include "harness/verify/baseline.hpp"
#include "harness/verify/exploration.hpp"
#include "harness/verify/preload_only_executor.hpp"
#include "harness/verify/replay.hpp"
#include "harness/verify/report.hpp"
#include "harness/verify/selected_subjects.hpp"
#include "optimized/selection/environment_fingerprint.hpp"

namespace tutti {
namespace {

constexpr double default_seconds = 10;
constexpr std::int64_t default_cases_per_subject = 100;
constexpr std::int64_t least_cases_per_subject = 12;  // gives every subject a verdict
constexpr std::int64_t cases_to_judge_axes = 1000;

bool is_forced(const VerifyOptions& options, const std::vector<Case>& replayed) {
  if (replayed.empty()) return options.target == "mpi-forced";
  return std::any_of(replayed.begin(), replayed.end(),
                     [](const Case& test) { return names_forced_subject(test.subject); });
}

void write_files(const VerifyOptions& options, const Record& record) {
  if (!options.junit.empty()) replace_file(options.junit, to_junit(record));
  if (!options.verdicts.empty()) replace_file(options.verdicts, to_verdicts(record));
}

int report(const VerifyOptions& options, const Record& record) {
  write_files(options, record);
  fmt::print("{}", options.json ? to_json(record).dump(2) + "\n" : to_text(record));
  std::fflush(stdout);
  return record.holds() ? 0 : 1;
}

SubjectRecord& record_of(Record& record, const std::string& subject) {
  for (auto& each : record.subjects)
    if (each.subject == subject) return each;
  return record.subjects.emplace_back(SubjectRecord{.subject = subject});
}

Tally& tally_of(Record& record, const Case& test) {
  return record_of(record, test.subject).tallies[recorded_as(test, test.operations.back())];
}

void book(Record& record, const Case& test, const Outcome& outcome) {
  Failure failure{.original = test,
                  .minimal = test,
                  .complaints = outcome.complaints,
                  .kind = outcome.failed() ? FailureKind::failure : FailureKind::portability,
                  .ended = outcome.ended};
  tally_of(record, test).failures.push_back(std::move(failure));
}

/// Returns whether the cases run in launches of their own under a supervisor: the MPI library's
/// code may crash or hang, which must still be reported.
bool is_supervised(const VerifyOptions& options, const std::vector<Case>& replayed) {
  if (replayed.empty()) return options.target.starts_with("mpi");
  return std::ranges::any_of(replayed, [](const Case& test) {
    return test.subject.ends_with("mpi") || names_forced_subject(test.subject);
  });
}

void say_progress(const Record& record) {
  fmt::print(stderr, "verify: {:.0f} s, {} cases, {} failures\n", record.seconds, record.cases(),
             record.failures(FailureKind::failure).size());
}

/// Runs the case that shows a known fault and returns the symptom; nothing if all is right,
/// blocking and non-blocking. Calls the library's own function (`pmpi`): a preloaded library may
/// serve this case but leave others that meet the fault to the MPI library.
std::optional<std::string> symptom_of(const KnownFault& fault, Executor& executor, int ranks) {
  if (!executor.makes_launches()) return "not tried: it would end this launch";
  Case test = parse_case(fault.replay);
  if (test.ranks > ranks) return "not tried: it needs more ranks";
  test.subject = "pmpi";
  const bool needs_its_mode =
      test.mode == Mode::threads || test.mode == Mode::persistent || test.handles != Handles::kept;
  const auto modes =
      needs_its_mode ? std::vector{test.mode} : std::vector{Mode::blocking, Mode::nonblocking};
  for (const Mode mode : modes) {
    test.mode = mode;
    const Outcome outcome = executor.run(test, true);
    if (!outcome.complaints.empty()) return outcome.complaints.front().text;
  }
  return std::nullopt;
}

/// Returns the symptom, as earlier launches saw it if they have tried.
std::optional<std::string> symptom_of(const KnownFault& fault, Executor& executor, int ranks,
                                      EarlierLaunches* earlier) {
  if (!earlier) return symptom_of(fault, executor, ranks);
  auto& symptoms = earlier->symptoms[ranks];
  const auto [place, is_new] = symptoms.try_emplace(std::string(fault.replay));
  if (is_new) place->second = symptom_of(fault, executor, ranks);
  return place->second;
}

/// Records the known faults that affect the target and that the library really shows. A fault that
/// cannot be tried, or shows only now and then, is assumed to be present unless the environment keeps
/// the library from it. Those of huge cases are tried only if such cases follow.
void confirm_known_faults(Executor& executor, bool huge, EarlierLaunches* earlier, Record& record) {
  const ShortHangLimit hang_limit(executor);
  const bool own_algorithms = !record.target.starts_with("mpi");
  for (const KnownFault* fault : known_faults(record.library)) {
    if (own_algorithms && fault->reach != Reach::messages) continue;
    if (fault->is_avoided() || (has_runs(parse_case(fault->replay)) && !huge)) continue;
    auto symptom = symptom_of(*fault, executor, record.ranks, earlier);
    if (!symptom && fault->now_and_then) symptom = "not seen this time";
    if (symptom)
      record.left_out.push_back({.fault = fault, .what_happened = std::move(*symptom)});
    else
      record.gone.push_back(fault);
  }
  executor.renew_launch();  // the cases may have damaged its memory, and passed all the same
}

Effort effort_of(const VerifyOptions& options) {
  Effort effort{.cases = options.cases,
                .seconds = options.seconds,
                .cases_per_subject_min = options.huge ? 1 : least_cases_per_subject,
                .seed = options.seed,
                .until_first_failure = options.stop_at_first_failure};
  if (effort.cases || effort.seconds) return effort;
  effort.seconds = default_seconds;
  if (!options.huge) effort.cases_per_subject_min = default_cases_per_subject;
  return effort;
}

void explore(const VerifyOptions& options, Executor& executor, const LaunchFacts& facts,
             Record& record) {
  const auto scopes = scopes_of(options, facts.scopes);
  record.wrong_operators = facts.wrong_operators;
  auto effort = effort_of(options);
  std::optional<EarlierLaunches> earlier;
  if (!options.earlier.empty()) {
    earlier = read_earlier_launches(options.earlier);
    effort.earlier = &*earlier;
    effort.cases_per_subject_min = 0;
  }
  if (!options.baseline.empty())
    effort.known = classes_of(read_baseline(options.baseline), record.library);
  if (!options.known_faults) confirm_known_faults(executor, options.huge, effort.earlier, record);
  const bool wants_progress = options.progress || isatty(STDERR_FILENO) != 0;
  const auto on_progress = [&] {
    write_files(options, record);
    if (earlier) write(*earlier, options.earlier);
    if (wants_progress) say_progress(record);
  };
  const auto on_failure = [&](const Failure& failure) {
    if (wants_progress) fmt::print(stderr, "{}", to_text(record, failure));
  };
  Exploration(executor, scopes, effort, record, {on_progress, on_failure}).run();
  if (earlier) write(*earlier, options.earlier);
  record.axes_judged = record.cases() >= cases_to_judge_axes;
}

void check_replayed(const std::vector<Case>& replayed, Executor& executor, int ranks) {
  for (const Case& test : replayed) {
    if (test.ranks > ranks)
      throw UsageError(fmt::format("the case needs {} ranks, but only {} were started: {}",
                                   test.ranks, ranks, print(test)));
    executor.applicable(test);  // refuses a subject that does not exist
  }
}

/// Runs each given case once, unchanged, unless its subject cannot serve it.
void replay(const std::vector<Case>& replayed, Executor& executor, Record& record) {
  check_replayed(replayed, executor, record.ranks);
  for (const Case& test : replayed) {
    if (!executor.applicable(test)) {
      ++record_of(record, test.subject).not_applicable;
      continue;
    }
    const Outcome outcome = executor.run(test, true);
    ++record_of(record, test.subject).cases;
    if (outcome.complaints.empty())
      ++tally_of(record, test).passed;
    else
      book(record, test, outcome);
  }
}

Record begin_record(const VerifyOptions& options, const std::vector<Case>& replayed,
                    const LaunchFacts& facts) {
  return {.target = options.target,
          .library = facts.library,
          .machine = facts.machine,
          .registry = registry_signature(),
          .ranks = facts.ranks,
          .seed = options.seed,
          .findings_only = is_forced(options, replayed),
          .barriers_judged = facts.one_host};
}

/// Runs and reports the verification. Returns the exit status.
int conduct(const VerifyOptions& options, const std::vector<Case>& replayed, Executor& executor,
            const LaunchFacts& facts, Record& record) {
  write_files(options, record);  // before the work, to check that they can be written
  if (replayed.empty())
    explore(options, executor, facts, record);
  else
    replay(replayed, executor, record);
  return report(options, record);
}

std::chrono::milliseconds hang_limit(const VerifyOptions& options) {
  return std::chrono::milliseconds(static_cast<int>(options.hang_seconds * 1000));
}

/// Verifies with the ranks of this launch. Returns the exit status.
int verify_here(const VerifyOptions& options, const std::vector<Case>& replayed) {
  RankContext rank(false);
  if (!rank.leads()) return rank.set_exit_status(serve(rank));
  const auto facts = gather_facts(options.target, rank.coordinator, rank.progress);
  Record record = begin_record(options, replayed, facts);
  Leader leader(rank, hang_limit(options), [&](const Case& test, const Outcome& hang) {
    book(record, test, hang);
    report(options, record);
  });
  try {
    return rank.set_exit_status(leader.stop(conduct(options, replayed, leader, facts, record)));
  } catch (const UsageError&) {
    rank.set_exit_status(leader.stop(2));
    throw;
  }
}

/// Verifies with launches of the same number of ranks, which this process starts and outlives.
/// Returns the exit status.
int verify_supervised(const VerifyOptions& options, const std::vector<Case>& replayed) {
  if (launcher_rank() != 0) return IdleRanks::wait_for_end(), 0;
  const IdleRanks idle_ranks;
  Supervisor supervisor({.ranks = launcher_ranks(),
                         .target = is_forced(options, replayed) ? "mpi-forced" : options.target},
                        hang_limit(options));
  const auto& facts = supervisor.facts();
  Record record = begin_record(options, replayed, facts);
  if (!options.over_library) return conduct(options, replayed, supervisor, facts, record);
  PreloadOnlyExecutor over_library(supervisor);
  return conduct(options, replayed, over_library, facts, record);
}

/// Writes the case that is to be replayed as a C program. Returns the exit status.
int write_as_c(const VerifyOptions& options, const std::vector<Case>& replayed) {
  if (replayed.size() != 1)
    throw UsageError(
        fmt::format("--as-c: found {} cases, expected --replay with one", replayed.size()));
  const Case& test = replayed.front();
  const auto name = std::filesystem::path(options.as_c).filename().string();
  const std::string program = c_program(test, origin_of(test), name);
  if (launcher_rank() == 0) replace_file(options.as_c, program);
  return 0;
}

}  // namespace

int verify(const VerifyOptions& options) {
  const auto replayed = options.replay.empty() ? std::vector<Case>{} : read_replay(options.replay);
  if (!options.as_c.empty()) return write_as_c(options, replayed);
  return is_supervised(options, replayed) ? verify_supervised(options, replayed)
                                          : verify_here(options, replayed);
}

}  // namespace tutti
