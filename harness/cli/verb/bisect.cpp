/// Tells which of the installed libraries show a fault, or whether one that was just built does.
#include "harness/gate/bisect.hpp"

#include <memory>

#include "contract/error.hpp"
#include "harness/cli/environment_option.hpp"
#include "harness/cli/verb.hpp"
#include "harness/platform/launch.hpp"

namespace tutti {
namespace {

struct Arguments {
  BisectOptions options;
  std::vector<std::string> variables;
};

int run_bisect(Arguments& arguments) {
  require_no_launcher("bisect");
  arguments.options.of_ranks = environment_of(arguments.variables);
  return bisect(arguments.options);
}

std::function<int()> declare(Command& command) {
  const auto arguments = std::make_shared<Arguments>();
  auto& options = arguments->options;
  command.add_option("case", options.replay, "The case line that shows the fault").required();
  command.add_option("--program", options.programs,
                     "tutti for one of the libraries; may be repeated (default: all that are "
                     "installed or built beside this program)");
  command.add_flag("--here", options.here,
                   "Try only the library of this program. Exit status 0: it passes; 1: it fails; "
                   "125: it cannot be tried, as `git bisect run` understands it");
  command.add_option("--tries", options.tries, "Run the case so often before saying that it passes")
      .positive()
      .shows_default();
  command.add_option("--env", arguments->variables,
                     "Environment variable of the ranks, NAME=VALUE; may be repeated");
  command
      .add_option("--hang-after", options.hang_seconds,
                  "Seconds after which a case counts as a hang")
      .positive()
      .shows_default();
  command.add_flag("--json", options.json, "Print JSON");
  return [arguments] { return run_bisect(*arguments); };
}

}  // namespace
}  // namespace tutti

VERB(bisect){tutti::declare};
