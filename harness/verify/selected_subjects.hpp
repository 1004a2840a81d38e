#pragma once

#include <vector>

#include "harness/case/generate/scope.hpp"
#include "harness/verify/verify.hpp"

namespace tutti {

/// Returns the scopes of the subjects that the options select, limited to the selected collectives.
/// Throws UsageError if no subject is selected.
std::vector<Scope> scopes_of(const VerifyOptions& options, std::vector<Scope> all);

}  // namespace tutti
