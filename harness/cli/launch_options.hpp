#pragma once

#include <string>
#include <vector>

#include "harness/platform/child.hpp"

namespace tutti {

/// Returns the variables of the option --env, each given as NAME=VALUE. Throws UsageError.
Environment environment_of(const std::vector<std::string>& variables);

/// Throws UsageError if a launcher started this process, for a verb that starts launches itself.
void require_no_launcher(const std::string& verb);

}  // namespace tutti
