/// Tells which of the installed libraries show a fault, or whether one that was just built does.
#include "harness/gate/bisect.hpp"

#include <memory>

#include "harness/cli/launch_options.hpp"
#include "harness/cli/verb.hpp"

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
  add_environment_option(command, arguments->variables);
  add_hang_option(command, options.hang_seconds);
  command.add_flag("--json", options.json, "Print JSON");
  return [arguments] { return run_bisect(*arguments); };
}

}  // namespace
}  // namespace tutti

VERB(bisect){tutti::declare};
