#pragma once

#include "harness/case/case.hpp"

namespace tutti {

/// Throws UsageError unless MPI allows the case as it stands: the one place that says which
/// combinations are legal. Names the operation and the field, what was found and what is valid.
void validate(const Case& test);

/// Whether MPI defines the operator on the element (for user-defined operators: whether we do).
bool defined_on(Operator op, Element element);

/// The operation with every field that its collective does not use set back to the default, which
/// validate() asks for: a root for allgather, say, or send layouts for bcast.
Operation normalized(Operation operation);

}  // namespace tutti
