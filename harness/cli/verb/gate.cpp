/// Gates a library in CI: finds what is wrong and not yet known, on many numbers of ranks.
#include "harness/gate/gate.hpp"

#include <fmt/format.h>

#include <memory>

#include "contract/error.hpp"
#include "harness/cli/launch_options.hpp"
#include "harness/cli/verb.hpp"

namespace tutti {
namespace {

struct Arguments {
  GateOptions options;
  std::vector<std::string> variables;
};

int run_gate(Arguments& arguments) {
  require_no_launcher("gate");
  for (const int ranks : arguments.options.ranks)
    if (ranks < 1) throw UsageError(fmt::format("--ranks {}: expected numbers above 0", ranks));
  arguments.options.of_ranks = environment_of(arguments.variables);
  return gate(arguments.options);
}

std::function<int()> declare(Command& command) {
  const auto arguments = std::make_shared<Arguments>();
  auto& options = arguments->options;
  command.add_option("--ranks", options.ranks, "Numbers of ranks")
      .comma_separated()
      .shows_default();
  command.add_option("--targets", options.targets, "What is under test, as in `verify`")
      .comma_separated()
      .one_of({"tutti", "mpi", "mpi-forced", "reference"})
      .shows_default();
  command.add_option("--collective", options.collectives, "Only these collectives")
      .comma_separated();
  command.add_option("--protocol", options.protocol, "Only subjects whose name matches this glob");
  command.add_option("--time", options.seconds, "Time in all, 90s or 10m say")
      .in_seconds()
      .positive()
      .shows_default();
  command.add_option(
      "--baseline", options.baseline,
      "Findings that were reviewed and accepted, a TOML file. Exit status 0: nothing "
      "was found but these and the faults that tutti knows of this version of the "
      "library; 1: something else, or an entry could not be tried");
  command.add_flag("--strict", options.strict,
                   "Exit status 1 also if an entry of the baseline does not fail any more");
  command.add_option("--junit", options.junit, "Write JUnit's XML to this file, too");
  command.add_option("--out", options.out, "Result directory").shows_default();
  add_environment_option(command, arguments->variables);
  command.add_option("--seed", options.seed, "Of the first launch; each further one has the next")
      .shows_default();
  add_hang_option(command, options.hang_seconds);
  return [arguments] { return run_gate(*arguments); };
}

}  // namespace
}  // namespace tutti

VERB(gate){tutti::declare};
