#pragma once

#include "harness/case/case.hpp"
#include "harness/case/generate/draw.hpp"

namespace tutti {

/// The relation of a call to the other calls of its case.
enum class CallKind {
  one_of_many,  ///< one of many: few bytes, no delays
  usual,
  concurrent,  ///< concurrent with others: more delays, since the arrival order may confuse calls
};

/// Draws a valid call of the collective, for communicators of which the smallest has `ranks` ranks. Its
/// datatype has the usual name, or the only one of its element, which is one of `types`.
Operation draw_operation(Draw& draw, Collective collective, int ranks, CallKind pace,
                         const std::vector<TypeName>& types);

/// Lets both groups of an intercommunicator combine equally many elements in a reduce_scatter: the last block of
/// the group that has fewer gets the rest.
void balance_groups(Operation& operation, int ranks, Group group);

/// Gives a drawn operation counts that MPI allows on an intercommunicator of `ranks` ranks in all.
void suit_intercommunicator(Operation& operation, int ranks, Group group);

}  // namespace tutti
