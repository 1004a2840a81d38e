/// Measures a cluster for acceptance, and names slow nodes and links.
#include <fmt/core.h>

#include <memory>

#include "contract/error.hpp"
#include "harness/accept/acceptance_run.hpp"
#include "harness/cli/verb.hpp"
#include "harness/measure/launch_description.hpp"
#include "harness/platform/launch.hpp"

namespace tutti {
namespace {

struct AcceptOptions {
  AcceptanceOptions measuring;
};

int accept(AcceptOptions& options) {
  options.measuring.command_line = own_command_line();
  const MpiSession session;
  measure_acceptance(options.measuring);
  return 0;
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
