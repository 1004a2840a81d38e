/// Checks that collectives give the right results, in generated or given cases.
#include "harness/verify/verify.hpp"

#include <memory>
#include <random>

#include "contract/collective.hpp"
#include "harness/cli/launch_options.hpp"
#include "harness/cli/verb.hpp"

namespace tutti {
namespace {

std::vector<std::string> collective_names() {
  std::vector<std::string> names;
  for (const auto& row : collective_table) names.emplace_back(row.name);
  return names;
}

void declare_selection(Command& command, VerifyOptions& options) {
  command.add_option("--target", options.target, "What is under test")
      .one_of({"tutti", "mpi", "mpi-forced", "reference"})
      .shows_default();
  command.add_option("--collective", options.collectives, "Only these collectives")
      .comma_separated()
      .one_of(collective_names());
  command.add_option("--protocol", options.protocol, "Only subjects whose name matches this glob");
  command
      .add_option("--engine", options.engine,
                  "Prove the schedules of all ranks in this process, without MPI")
      .one_of({"symbolic"});
  command.add_flag("--huge", options.huge,
                   "Only cases with a buffer of more than 2 GiB: each takes some ten MiB and "
                   "seconds, and in the "
                   "library often as much memory as its buffers have");
  command.add_flag("--leaks", options.leaks,
                   "Run each case 400 times: memory, mappings and open files of the ranks "
                   "must not grow with the runs");
  command.add_flag("--over-library", options.over_library,
                   "Judge what is preloaded over the MPI library: with the target mpi, what the "
                   "library itself (PMPI_*) gets wrong does not count");
  command.add_flag("--known-faults", options.known_faults,
                   "Try also what is known to crash, hang or fail in this version of the library");
  command.add_option("--baseline", options.baseline,
                     "Leave out cases that meet an accepted finding of this file, see `gate`");
  command.add_option("--replay", options.replay, "Run this case line, or the lines of this file");
  command.add_option(
      "--as-c", options.as_c,
      "Write the replayed case to this file as a C program of MPI calls, for others to "
      "compile and run, instead of running it");
}

void declare_effort(Command& command, VerifyOptions& options) {
  command.add_option("--cases", options.cases, "Stop after that many cases").positive();
  command.add_option("--time", options.seconds, "Stop after that long, 60s or 2m say")
      .in_seconds()
      .positive();
  command.add_option("--continue", options.earlier,
                     "Prefer what earlier launches with the same file have not covered, keep to "
                     "the time, and add what this one does");
  command.add_flag("--stop-at-first-failure", options.stop_at_first_failure,
                   "Stop when something is found");
  command.add_option("--seed", options.seed, "Of the generated cases; random if not given");
  add_hang_option(command, options.hang_seconds);
}

void declare_output(Command& command, VerifyOptions& options) {
  command.add_flag("--json", options.json, "Print one JSON object");
  command.add_option("--junit", options.junit, "Write JUnit's XML to this file");
  command.add_option("--verdicts", options.verdicts,
                     "Write one JSON line per subject and collective to this file, for tune");
  command.add_flag("--progress", options.progress, "Say once a second how far it is");
}

std::function<int()> declare(Command& command) {
  const auto options = std::make_shared<VerifyOptions>();
  options->seed = std::random_device{}() % 1000000;
  declare_selection(command, *options);
  declare_effort(command, *options);
  declare_output(command, *options);
  return [options] {
    return options->engine == "symbolic" ? verify_symbolic(*options) : verify(*options);
  };
}

}  // namespace
}  // namespace tutti

VERB(verify){tutti::declare};
