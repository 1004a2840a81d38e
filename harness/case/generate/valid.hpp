#pragma once

#include "harness/case/case.hpp"

namespace tutti {

/// Returns whether validate() accepts the case.
bool is_valid(const Case& test);

}  // namespace tutti
