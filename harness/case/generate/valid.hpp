#pragma once

#include "harness/case/case.hpp"

namespace tutti {

/// Whether MPI allows the case: validate() as a question.
bool is_valid(const Case& test);

}  // namespace tutti
