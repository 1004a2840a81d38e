#include "harness/cli/launch_options.hpp"

#include <fmt/format.h>

#include "contract/error.hpp"
#include "harness/platform/launch.hpp"

namespace tutti {

void add_environment_option(Command& command, std::vector<std::string>& variables) {
  command.add_option("--env", variables,
                     "Environment variable of the ranks, NAME=VALUE; may be repeated");
}

void add_hang_option(Command& command, double& seconds) {
  command.add_option("--hang-after", seconds, "Seconds after which a case counts as a hang")
      .positive()
      .shows_default();
}

Environment environment_of(const std::vector<std::string>& variables) {
  Environment environment;
  for (const auto& variable : variables) {
    const auto end = variable.find('=');
    if (end == std::string::npos || end == 0)
      throw UsageError(fmt::format("--env {}: expected NAME=VALUE", variable));
    environment[variable.substr(0, end)] = variable.substr(end + 1);
  }
  return environment;
}

void require_no_launcher(const std::string& verb) {
  if (launcher_ranks() > 1)
    throw UsageError(fmt::format(
        "{}: expected to be started without a launcher, since it starts launches itself", verb));
}

}  // namespace tutti
