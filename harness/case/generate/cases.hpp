#pragma once

#include <rapidcheck.h>

#include "harness/case/case.hpp"
#include "harness/case/generate/scope.hpp"

namespace tutti {

/// Generates valid cases within the scope, mostly small ones, that shrink by simpler().
rc::Gen<Case> cases(Scope scope);

/// The case with its ways to become simpler.
rc::Shrinkable<Case> shrinkable(const Case& test);

}  // namespace tutti
