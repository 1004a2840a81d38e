#pragma once

#include "contract/call.hpp"
#include "optimized/team/team.hpp"

namespace tutti::layered {

/// Executes the plan over MPI point-to-point: the baseline, with every cost of matching messages
/// in the library below. Returns when this rank's part is done. Throws MpiError.
void run(const Call& call, const Plan& plan, const Team& team);

}  // namespace tutti::layered
