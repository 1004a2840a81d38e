#pragma once

#include <functional>
#include <string>
#include <vector>

#include "contract/shape.hpp"

namespace tutti {

/// Describes the limits of an implementation of a collective: `a power of two ranks`, `commutative
/// operations`. Derived from `applicable` for many shapes, so the words agree with the predicate.
std::vector<std::string> constraints_of(Collective collective,
                                        const std::function<bool(const Shape&)>& applicable);

}  // namespace tutti
