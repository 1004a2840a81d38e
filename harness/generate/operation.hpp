#pragma once

#include "harness/case/case.hpp"
#include "harness/generate/draw.hpp"

namespace tutti {

/// A valid call of the collective for communicators whose smallest has `ranks` ranks. `calm` asks
/// for few bytes and no delays, for cases that make many calls.
Operation draw_operation(Draw& draw, Collective collective, int ranks, bool calm);

}  // namespace tutti
