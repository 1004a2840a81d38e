#pragma once

#include "harness/case/case.hpp"

namespace tutti {

/// Throws UsageError unless MPI allows the case. The message names operation and field, what was
/// found and what is valid. This is the only definition of which combinations are valid.
void validate(const Case& test);

/// Returns whether validate() accepts the case.
bool is_valid(const Case& test);

/// Returns whether MPI (for user-defined operators: tutti) defines the operator on the element.
bool defined_on(Operator op, Element element);

/// Returns whether MPI defines the collective on such communicators.
bool is_defined_on(Collective collective, Group group);

/// Returns the operation with the default in every field that its collective does not use (the root
/// in an allgather, the send layouts in a bcast), as validate() requires.
Operation normalized(Operation operation);

}  // namespace tutti
