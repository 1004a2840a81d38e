#pragma once

#include "harness/case/case.hpp"
#include "harness/case/generate/draw.hpp"

namespace tutti {

/// How a call goes together with the others of its case.
enum class Pace {
  calm,  ///< one of many: few bytes, no delays
  usual,
  jumbled,  ///< under way at the same time as others: who is late when decides what is confused
};

/// A valid call of the collective for communicators whose smallest has `ranks` ranks.
Operation draw_operation(Draw& draw, Collective collective, int ranks, Pace pace);

}  // namespace tutti
