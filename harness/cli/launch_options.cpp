#include "harness/cli/environment_option.hpp"

#include <fmt/format.h>

#include "contract/error.hpp"
#include "harness/platform/launch.hpp"

namespace tutti {

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
