#pragma once

#include <functional>
#include <string>
#include <vector>

#include "contract/shape.hpp"

namespace tutti {

/// What limits an implementation of a collective, in words: `a power of two ranks`, `commutative
/// operations`. Found by asking its predicate about many shapes, so it cannot disagree with it.
std::vector<std::string> constraints_of(Collective collective,
                                        const std::function<bool(const Shape&)>& applicable);

}  // namespace tutti
