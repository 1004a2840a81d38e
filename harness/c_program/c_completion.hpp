#pragma once

#include <string>

#include "harness/case/case.hpp"

namespace tutti::c_text {

/// Returns the function `complete(call)`, which completes the requests of all calls by the
/// functions of the case, and notes when, if that is asked for.
std::string completing(const Case& test, bool notes_times);

}  // namespace tutti::c_text
