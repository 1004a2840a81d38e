#pragma once

#include <string>

#include "harness/case/case.hpp"

namespace tutti::c_text {

/// Returns the name of an operator that MPI has: `MPI_SUM` say.
std::string mpi_name(Operator op);

/// Returns an expression for `left` op `right`, two variables.
std::string combination(const Operation& operation, const std::string& left, const std::string& right);

/// Returns the statements of a function `combined` that returns the same, for an operator that no expression is enough
/// for: a user-defined one.
std::string combination_body(const Operation& operation);

}  // namespace tutti::c_text
