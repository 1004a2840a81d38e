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

/// Returns whether the collective has calls of such a mode: alone, a rank has no requests.
bool is_defined_in(Collective collective, Mode mode);

/// Returns whether MPI allows MPI_IN_PLACE in the collective, on some communicator.
bool allows_in_place(Collective collective);

/// Returns whether the function can make a communicator of the group whose smallest one has so many ranks.
bool can_make(MadeBy made_by, Group group, int smallest_ranks);

/// Returns the operation with the default in every field that its collective does not use (the root
/// in an allgather, the send layouts in a bcast), as validate() requires.
Operation normalized(Operation operation);

}  // namespace tutti
