#pragma once

#include <vector>

#include "harness/generate/scope.hpp"
#include "harness/subject/subject.hpp"
#include "harness/verify/verify.hpp"

namespace tutti {

/// What is to be generated for those of the subjects that the options select. Throws UsageError if
/// they select none.
std::vector<Scope> scopes_of(const VerifyOptions& options, std::vector<Scope> all);

/// The collectives that the subject can do for some shape.
std::vector<Collective> collectives_of(const Subject& subject);

}  // namespace tutti
