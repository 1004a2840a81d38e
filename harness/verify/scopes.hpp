#pragma once

#include <vector>

#include "harness/case/generate/scope.hpp"
#include "harness/verify/verify.hpp"

namespace tutti {

/// What is to be generated for those of the subjects that the options select. Throws UsageError if
/// they select none.
std::vector<Scope> scopes_of(const VerifyOptions& options, std::vector<Scope> all);

}  // namespace tutti
