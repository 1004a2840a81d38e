#pragma once

#include <string>

#include "harness/case/case.hpp"

namespace tutti::c_text {

/// The definition of `bits(from, place)`: pseudo-random bits of a rank at a place.
std::string bits_function(std::uint64_t seed);

/// Returns the body of the function that returns an element of the data of the rank `from`,
/// which `bits(from, place)` determines. No result leaves the range of exactly representable
/// values, in any order of combination, unless the case's data are to be rounded or to
/// overflow. `ranks` have contributions to a result, at most.
std::string value_body(const Operation& operation, int ranks, const std::string& place);

}  // namespace tutti::c_text
