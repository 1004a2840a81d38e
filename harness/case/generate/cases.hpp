#pragma once

#include <rapidcheck.h>

#include "harness/case/case.hpp"
#include "harness/case/generate/scope.hpp"

namespace tutti {

/// Returns a generator of valid, mostly small cases within the scope. They shrink by simpler().
rc::Gen<Case> cases(Scope scope);

/// Returns the case with the simpler cases that RapidCheck may shrink it to.
rc::Shrinkable<Case> shrinkable(const Case& test);

}  // namespace tutti
