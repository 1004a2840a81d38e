#pragma once

#include "harness/accept/acceptance_launch.hpp"

namespace tutti {

/// Measures one launch of an acceptance run on the ranks of MPI_COMM_WORLD, or what is left of an
/// interrupted one, and appends it to the result directory. Prints progress. Collective over the
/// world. Throws as AcceptanceLaunch does; ends the launch, with status 3, if later rows cannot be
/// written.
void measure_acceptance(const AcceptanceOptions& options);

}  // namespace tutti
