#include <fmt/format.h>
#include <fnmatch.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "harness/platform/launch.hpp"
#include "harness/platform/replace_file.hpp"
#include "harness/verify/report.hpp"
#include "harness/verify/verify.hpp"
#include "optimized/symbolic/prove.hpp"

namespace tutti {
namespace {

constexpr std::size_t most_lines = 20;

std::string name_of(const RegisteredAlgorithm& algorithm) {
  return fmt::format("{}/{}", name(algorithm.collective), algorithm.name);
}

/// Throws UsageError for options that limit a run over generated cases, which a proof does not
/// have.
void refuse_other_options(const VerifyOptions& options) {
  if (options.target != "tutti")
    throw UsageError(
        fmt::format("--engine symbolic proves --target tutti only, not {}: nothing "
                    "else has schedules",
                    options.target));
  if (options.cases || options.seconds || !options.verdicts.empty())
    throw UsageError(
        "--engine symbolic proves every case; expected no --cases, --time, --verdicts");
}

bool selected(const VerifyOptions& options, const RegisteredAlgorithm& algorithm) {
  const auto& wanted = options.collectives;
  if (!wanted.empty() &&
      std::find(wanted.begin(), wanted.end(), name(algorithm.collective)) == wanted.end())
    return false;
  return fnmatch(options.protocol.c_str(), name_of(algorithm).c_str(), 0) == 0;
}

SymbolicReport run(const VerifyOptions& options) {
  if (!options.replay.empty()) return replay(options.replay);
  const auto filter = [&](const RegisteredAlgorithm& each) { return selected(options, each); };
  if (std::none_of(algorithms().begin(), algorithms().end(), filter))
    throw UsageError(fmt::format("no algorithm matches --protocol '{}'{}; `tutti list` shows them",
                                 options.protocol,
                                 options.collectives.empty() ? "" : " and --collective"));
  const bool wants_progress = options.progress || isatty(STDERR_FILENO) != 0;
  return prove({.filter = filter, .seed = options.seed}, [&](const SymbolicProgress& progress) {
    if (wants_progress)
      fmt::print(stderr, "\rverify: {} of {} cases, {} failures", progress.cases,
                 progress.cases_in_all, progress.failures);
  });
}

nlohmann::json to_json(const SymbolicReport& report, const VerifyOptions& options) {
  return {{"engine", "symbolic"},
          {"seed", options.seed},
          {"algorithms", report.algorithms},
          {"cases", report.cases},
          {"executions", report.executions},
          {"messages", report.messages},
          {"seconds", report.seconds},
          {"failures", report.failures.size()},
          {"findings", 0},
          {"skipped", report.skipped},
          {"axes", nlohmann::json::object()},
          {"failed", report.failures}};
}

std::string to_text(const SymbolicReport& report, const VerifyOptions& options) {
  std::string text;
  for (std::size_t i = 0; i < std::min(report.failures.size(), most_lines); ++i)
    text += fmt::format("FAILED {}\n", report.failures[i]);
  if (report.failures.size() > most_lines)
    text += fmt::format("and {} more\n", report.failures.size() - most_lines);
  return text + fmt::format(
                    "{} algorithms, {} cases in {} orders, {} messages, in {:.1f} s, seed "
                    "{}: {} failures, {} skipped as not applicable\n",
                    report.algorithms, report.cases, report.executions, report.messages,
                    report.seconds, options.seed, report.failures.size(), report.skipped);
}

/// Converts the report to a record of verify, for the JUnit form: one testcase per algorithm.
Record as_record(const SymbolicReport& report, const VerifyOptions& options) {
  Record record{.target = "tutti, symbolically", .seconds = report.seconds};
  for (const auto& algorithm : algorithms()) {
    if (!selected(options, algorithm)) continue;
    SubjectRecord subject{.subject = name_of(algorithm)};
    auto& tally = subject.tallies[std::string(name(algorithm.collective))];
    for (const auto& line : report.failures)
      if (line.find(" protocol=" + subject.subject + " ") != line.npos)
        tally.failures.push_back({.original = {}, .minimal = {}, .complaints = {{line}}});
    record.subjects.push_back(std::move(subject));
  }
  return record;
}

}  // namespace

int verify_symbolic(const VerifyOptions& options) {
  refuse_other_options(options);
  if (launcher_rank() != 0) return 0;  // one process proves for all ranks
  const SymbolicReport report = run(options);
  if (!options.junit.empty()) replace_file(options.junit, to_junit(as_record(report, options)));
  fmt::print("{}",
             options.json ? to_json(report, options).dump(2) + "\n" : to_text(report, options));
  return report.failures.empty() ? 0 : 1;
}

}  // namespace tutti
