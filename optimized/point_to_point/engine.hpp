#pragma once

#include "contract/call.hpp"
#include "optimized/team/team.hpp"

namespace tutti::point_to_point {

/// Executes the plan over MPI point-to-point messages: the baseline, with the full cost of message
/// matching in the MPI library. Returns when this rank's part is done. Throws MpiError.
void run(const Call& call, const Plan& plan, const Team& team);

}  // namespace tutti::point_to_point
