#include "harness/verify/verify.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "harness/launch.hpp"
#include "harness/measure/machine.hpp"
#include "harness/subject/forced.hpp"
#include "harness/verify/crash.hpp"
#include "harness/verify/exploration.hpp"
#include "harness/verify/replay.hpp"
#include "harness/verify/report.hpp"
#include "harness/verify/scopes.hpp"

namespace tutti {
namespace {

constexpr double default_seconds = 10;
constexpr std::int64_t cases_to_judge_axes = 1000;

std::string library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  const std::string version(text.data(), static_cast<std::size_t>(length));
  return version.substr(0, version.find('\n'));
}

std::string machine_name() {
  std::array<char, MPI_MAX_PROCESSOR_NAME> text{};
  int length = 0;
  MPI_Get_processor_name(text.data(), &length);
  return {text.data(), static_cast<std::size_t>(length)};
}

bool is_forced(const VerifyOptions& options, const std::vector<Case>& replayed) {
  if (replayed.empty()) return options.target == "mpi-forced";
  return std::any_of(replayed.begin(), replayed.end(),
                     [](const Case& test) { return names_forced_subject(test.subject); });
}

void write_files(const VerifyOptions& options, const Record& record) {
  if (!options.junit.empty()) write_file(options.junit, to_junit(record));
  if (!options.verdicts.empty()) write_file(options.verdicts, to_verdicts(record));
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

void book_hang(Record& record, const Case& test, const std::string& where) {
  Failure hang{.original = test, .minimal = test, .complaints = {}};
  hang.hang = where;
  const std::string under =
      test.law.empty() ? std::string(name(test.operations.back().collective)) : "law";
  record_of(record, test.subject).tallies[under].failures.push_back(std::move(hang));
}

/// Ours do not share the library's faults, nor does what is preloaded over it.
bool tests_library(const VerifyOptions& options) {
  return (options.target == "mpi" && !options.over_library) || options.target == "mpi-forced";
}

void say_progress(const Record& record) {
  fmt::print(stderr, "verify: {:.0f} s, {} cases, {} failures\n", record.seconds, record.cases(),
             record.failures(FailureKind::failure).size());
}

void explore(const VerifyOptions& options, Leader& leader, Record& record) {
  Effort effort{.cases = options.cases,
                .seconds = options.seconds,
                .seed = options.seed,
                .until_first_failure = options.stop_at_first_failure};
  if (!effort.cases && !effort.seconds) effort.seconds = default_seconds;
  record.wrong_operators = wrong_operators();
  if (tests_library(options) && !options.known_faults)
    for (const KnownFault* fault : known_faults(record.library))
      record.left_out.push_back({.fault = fault});
  Exploration exploration(leader, scopes_of(options, record.ranks), effort, record);
  const bool wants_progress = options.progress || isatty(STDERR_FILENO) != 0;
  exploration.run([&](const Record& so_far) {
    if (wants_progress) say_progress(so_far);
  });
  record.axes_judged = record.cases() >= cases_to_judge_axes;
}

void check_replayed(const std::vector<Case>& replayed, Leader& leader, int ranks) {
  for (const Case& test : replayed) {
    if (test.ranks > ranks)
      throw UsageError(fmt::format("the case needs {} ranks, but only {} were started: {}",
                                   test.ranks, ranks, print(test)));
    leader.runner().subject(test.subject);
  }
}

/// Runs the given cases exactly as they are, once each.
void replay(const std::vector<Case>& replayed, Leader& leader, Record& record) {
  check_replayed(replayed, leader, record.ranks);
  for (const Case& test : replayed) {
    const Outcome outcome = leader.run(test, true);
    auto& subject = record_of(record, test.subject);
    ++subject.cases;
    auto& tally =
        subject.tallies[test.law.empty() ? std::string(name(test.operations.back().collective))
                                         : "law"];
    if (outcome.complaints.empty()) {
      ++tally.passed;
      continue;
    }
    Failure failure{.original = test, .minimal = test, .complaints = outcome.complaints};
    if (!outcome.failed()) failure.kind = FailureKind::portability;
    tally.failures.push_back(std::move(failure));
  }
}

int lead(const VerifyOptions& options, const std::vector<Case>& replayed, const Control& control,
         Runner& runner, Board& board, std::chrono::milliseconds limit) {
  Record record{.target = options.target,
                .library = library_version(),
                .machine = machine_name(),
                .registry = registry_signature(),
                .ranks = control.ranks(),
                .seed = options.seed,
                .findings_only = is_forced(options, replayed)};
  record.barriers_judged = board.one_host();
  Leader leader(control, runner, board, limit, [&](const Case& test, const std::string& where) {
    book_hang(record, test, where);
    report(options, record);
  });
  if (options.over_library) leader.excuse_library();
  try {
    write_files(options, record);  // before the work, to see that it can be done
    if (replayed.empty())
      explore(options, leader, record);
    else
      replay(replayed, leader, record);
    return leader.stop(report(options, record));
  } catch (const UsageError&) {
    leader.stop(2);
    throw;
  }
}

}  // namespace

int verify(const VerifyOptions& options) {
  const auto replayed = options.replay.empty() ? std::vector<Case>{} : read_replay(options.replay);
  if (is_forced(options, replayed)) prepare_forcing();
  const MpiSession session(true);
  // Errors outside of a communicator, in local calls say, must come back as well.
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const Control control;
  Board board;
  Runner runner(control.rank(), board);
  report_crashes(control.rank());
  const auto limit = std::chrono::milliseconds(static_cast<int>(options.hang_seconds * 1000));
  if (control.rank() != 0) return serve(control, runner, board, limit);
  return lead(options, replayed, control, runner, board, limit);
}

}  // namespace tutti
