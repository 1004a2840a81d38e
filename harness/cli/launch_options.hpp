#pragma once

#include <string>
#include <vector>

#include "harness/cli/command_line.hpp"
#include "harness/platform/child.hpp"

namespace tutti {

// Options of verbs that launch verification.

/// Adds --env, which takes variables as NAME=VALUE.
void add_environment_option(Command& command, std::vector<std::string>& variables);
/// Adds --hang-after.
void add_hang_option(Command& command, double& seconds);

/// Returns the variables of --env. Throws UsageError.
Environment environment_of(const std::vector<std::string>& variables);

/// Throws UsageError if a launcher started this process, for a verb that starts launches itself.
void require_no_launcher(const std::string& verb);

}  // namespace tutti
