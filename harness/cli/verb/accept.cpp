/// Measures a cluster for acceptance, names slow nodes and links, and judges requirements.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "contract/error.hpp"
#include "harness/accept/acceptance_run.hpp"
#include "harness/accept/verdict/requirements.hpp"
#include "harness/accept/verdict/verdict.hpp"
#include "harness/accept/verdict/verdict_files.hpp"
#include "harness/cli/verb.hpp"
#include "harness/measure/launch_description.hpp"
#include "harness/platform/child.hpp"
#include "harness/platform/launch.hpp"
#include "harness/platform/replace_file.hpp"

namespace tutti {
namespace {

struct AcceptOptions {
  AcceptanceOptions measuring;
  std::string require;
  std::string baseline;
  int start = 0;  ///< ranks for launching itself; 0 if started by a launcher
  int launches = 5;
  bool judge_only = false;
};

/// What the results are judged by.
struct Contract {
  Requirements requirements;
  std::optional<AcceptanceResults> baseline;
};

/// Reads it before anything is measured, so that mistakes show at once.
std::optional<Contract> read_contract(const AcceptOptions& options) {
  if (options.require.empty()) {
    if (!options.baseline.empty()) throw UsageError("--baseline: expected with --require");
    return {};
  }
  Contract contract{read_requirements(options.require), {}};
  if (!options.baseline.empty()) contract.baseline = read_acceptance(options.baseline);
  return contract;
}

void print(const Judgement& judgement) {
  fmt::print("{:<12} {}\n", name(judgement.conformity), judgement.requirement);
  for (const auto& place : judgement.places)
    if (place.conformity != Conformity::holds)
      fmt::print("             {}{}: {}\n", place.place, place.details, place.reason);
}

/// Judges what all launches measured, and writes the verdicts into the result directory.
std::vector<Judgement> judge_results(const AcceptOptions& options, const Contract& contract) {
  const auto& directory = options.measuring.out;
  resume_file(directory + "/accept.jsonl");
  const auto judgements = judge(contract.requirements, read_acceptance(directory),
                                contract.baseline ? &*contract.baseline : nullptr);
  ResultFile file(directory + "/accept.jsonl");
  for (const auto& row : to_rows(judgements)) file.append(row);
  replace_file(directory + "/verdicts.csv", to_csv(judgements));
  replace_file(directory + "/verdicts.xml", to_junit(judgements, options.require));
  return judgements;
}

int report(const std::vector<Judgement>& judgements) {
  for (const auto& judgement : judgements) print(judgement);
  if (!decided(judgements))
    fmt::print("expected to be decided after {} launches\n", launches_needed(judgements));
  return exit_status(judgements);
}

/// Measures one launch on the ranks that a launcher started.
int measure_here(const AcceptOptions& options) {
  const MpiSession session;
  const Exchange world(MPI_COMM_WORLD);
  std::optional<Contract> contract;
  world.run_at_rank_0([&] { contract = read_contract(options); });
  measure_acceptance(options.measuring);
  int status = 0;
  world.run_at_rank_0([&] {
    if (contract) status = report(judge_results(options, *contract));
  });
  return static_cast<int>(world.share_value(status));
}

/// Returns the command that measures one launch.
std::vector<std::string> launch_of(const AcceptOptions& options) {
  const auto& measuring = options.measuring;
  std::vector<std::string> arguments{"accept",
                                     "--suite",
                                     measuring.suite,
                                     "--out",
                                     measuring.out,
                                     "--seed",
                                     std::to_string(measuring.seed),
                                     "--partners",
                                     std::to_string(measuring.partners)};
  if (!measuring.topology.empty())
    arguments.insert(arguments.end(), {"--topology", measuring.topology});
  return launch_command(default_launcher(), options.start, arguments);
}

/// Returns the path of a log that earlier launches have not written.
std::string unused_log(const std::string& directory) {
  for (int number = 1;; ++number)
    if (auto path = fmt::format("{}/launch-{}.log", directory, number);
        !std::filesystem::exists(path))
      return path;
}

/// Returns whether the last launch has ended since it lost a host.
bool has_lost_hosts(const std::string& directory) {
  return resume_file(directory + "/accept.jsonl") && !read_acceptance(directory).lost.empty();
}

/// Launches this program until all requirements are decided, or as often as is allowed.
int measure_in_launches(const AcceptOptions& options) {
  const auto contract = read_contract(options);
  const auto& directory = options.measuring.out;
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw UsageError(fmt::format("--out {}: {}", directory, error.message()));
  for (int launch = 1; launch <= options.launches; ++launch) {
    const auto log = unused_log(directory);
    Child child(launch_of(options), {}, log);
    const auto ending = child.await(std::chrono::hours(24), notice_for_launchers);
    if (ending.status != 0 && contract && has_lost_hosts(directory))
      return report(judge_results(options, *contract));
    require_success(ending, fmt::format("launch {} (its output is in {})", launch, log));
    fmt::print("launch {} of at most {} is done: {}\n", launch, options.launches, log);
    std::fflush(stdout);
    if (!contract) continue;
    const auto judgements = judge_results(options, *contract);
    if (decided(judgements) || launch == options.launches) return report(judgements);
  }
  return 0;
}

/// Judges what was measured before, by other requirements perhaps.
int judge_only(const AcceptOptions& options) {
  const auto contract = read_contract(options);
  if (!contract) throw UsageError("--judge-only: expected with --require");
  return report(judge_results(options, *contract));
}

int accept(AcceptOptions& options) {
  if (options.judge_only) return launcher_rank() == 0 ? judge_only(options) : 0;
  options.measuring.command_line = own_command_line();
  return options.start > 0 ? measure_in_launches(options) : measure_here(options);
}

std::vector<std::string> suite_names() {
  std::vector<std::string> names;
  for (const auto& suite : suites()) names.emplace_back(suite.name);
  return names;
}

std::function<int()> declare(Command& command) {
  const auto options = std::make_shared<AcceptOptions>();
  auto& measuring = options->measuring;
  command.add_option("--suite", measuring.suite, "What is measured")
      .one_of(suite_names())
      .shows_default();
  command.add_option("--out", measuring.out, "Result directory; later launches add to it")
      .required();
  command.add_option("--require", options->require,
                     "Requirements, a TOML file; the exit status tells whether they hold: 0 all, 1 "
                     "one falls short, 3 cannot be told yet");
  command.add_option("--baseline", options->baseline,
                     "Result directory of an earlier day, to which requirements refer");
  command.add_flag("--judge-only", options->judge_only,
                   "Measure nothing: judge what the result directory holds");
  command.add_option("--start", options->start, "Launch itself on so many ranks, repeatedly")
      .positive();
  command
      .add_option("--launches", options->launches,
                  "With --start: at most so many, fewer if all requirements are decided")
      .positive()
      .shows_default();
  command.add_option("--topology", measuring.topology,
                     "File that names the nodes of each switch, as Slurm's topology.conf");
  command
      .add_option("--partners", measuring.partners,
                  "Measure a sample of so many pairs of each node; 0: all pairs")
      .not_negative()
      .shows_default();
  command.add_option("--seed", measuring.seed, "Of the drawn orders").shows_default();
  return [options] { return accept(*options); };
}

}  // namespace
}  // namespace tutti

VERB(accept){tutti::declare};
