#pragma once

#include <string>

#include "harness/case/case.hpp"

namespace tutti::c_text {

/// Returns the name of an operator that MPI has: `MPI_SUM` say.
std::string mpi_name(Operator op);

/// Returns the statement that combines the variable `result` with `value`, the next
/// contribution. `type` is the C type.
std::string accumulation(Operator op, const std::string& type, const std::string& value,
                         const std::string& suffix);

/// Returns the statements of a function `combined` that returns the same, for an operator that
/// no expression is enough for: a user-defined one.
std::string combination_body(const Operation& operation);

}  // namespace tutti::c_text
